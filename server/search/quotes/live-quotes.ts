import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { limits } from '#contract/constants.ts'
import { subscribe } from '#server/platform/live/subscribe.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { cellsAround } from '#server/search/matching/cells.ts'
import { findSearch } from '#server/search/queries.ts'

const BEAT_MS = 25_000
const MOST_STREAMS = 2_000
const MOST_AT_ONE_ADDRESS = 100
let streams = 0
const atAddress = new Map<string, number>()

/** `GET /v1/quotes/{quoteId}/live`: a hint each time something near the search, or done on it, changed; the page then asks anew. */
export function liveRoute(rig: Rig): Hono {
  const app = new Hono()
  app.get('/v1/quotes/:quoteId/live', async (http) => {
    const row = /^[A-Za-z0-9_-]{10,24}$/.test(http.req.param('quoteId'))
      ? await findSearch(rig.database, http.req.param('quoteId'))
      : null
    if (!row) throw new Refusal('not_found')
    const address = String(http.get('address' as never) ?? '')
    if (streams >= MOST_STREAMS || (atAddress.get(address) ?? 0) >= MOST_AT_ONE_ADDRESS)
      throw new Refusal('unavailable')
    const near = new Set(cellsAround(row.lat, row.lng, limits.candidateRadiusMetres).map(String))
    http.header('Cache-Control', 'no-store')
    return streamSSE(http, async (stream) => {
      count(address, 1)
      let changed = false
      let wake = () => {}
      let stop = () => {}
      stream.onAbort(() => wake())
      try {
        const heard = () => {
          changed = true
          wake()
        }
        const stops = [
          // Where something may have been missed, so may this.
          await subscribe(rig.database, 'cell_changed', (cell) => near.has(cell) && heard(), heard),
          await subscribe(rig.database, 'search_changed', (id) => id === row.id && heard()),
        ]
        stop = () => {
          for (const end of stops) end()
        }
        await stream.writeSSE({ event: 'ready', data: '' })
        while (!stream.aborted) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, BEAT_MS)
            wake = () => {
              clearTimeout(timer)
              resolve()
            }
            if (changed) wake()
          })
          if (stream.aborted) break
          await stream.writeSSE({ event: changed ? 'changed' : 'beat', data: '' })
          changed = false
        }
      } finally {
        count(address, -1)
        stop()
      }
    })
  })
  return app
}

function count(address: string, change: 1 | -1): void {
  streams += change
  const left = (atAddress.get(address) ?? 0) + change
  if (left > 0) atAddress.set(address, left)
  else atAddress.delete(address)
}
