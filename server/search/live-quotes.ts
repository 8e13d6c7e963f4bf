import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { limits } from '#contract/constants.ts'
import { hashVisitorToken, parseVisitorToken } from '#server/platform/http/cookies.ts'
import { StreamPlaces } from '#server/platform/live/stream-places.ts'
import { subscribe } from '#server/platform/live/subscribe.ts'
import { getNetwork } from '#server/platform/network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { listCellsAround } from '#server/search/matching/cells.ts'
import { findSearch } from './search.queries.ts'

const BEAT_MS = 25_000
const MOST_STREAMS = 2_000
const MOST_AT_ONE_NETWORK = 300
// Connection limits: per browser that searched, and for all viewers of a shared link.
const MOST_OF_ONE = 8
const MOST_OF_LINK = 40
const places = new StreamPlaces({ all: MOST_STREAMS, ofNetwork: MOST_AT_ONE_NETWORK })

/**
 * Route for `GET /v1/quotes/{quoteId}/live`: a server-sent event stream that notifies of changes near or on a search,
 * after which the page reloads its data. `?seen=` is the page's timestamp; changes since then trigger an event first.
 */
export function createLiveRoute(rig: Rig): Hono {
  const app = new Hono()
  const now = () => rig.clock().getTime()
  const recentChanges = async (): Promise<RecentChanges> => {
    const recent = new RecentChanges(Number.POSITIVE_INFINITY)
    const missed = () => recent.missed(now())
    await subscribe(rig.database, 'cell_changed', (cell) => recent.heard(`cell ${cell}`, now()), missed)
    await subscribe(rig.database, 'search_changed', (id) => recent.heard(`search ${id}`, now()), missed)
    missed()
    return recent
  }
  let listening: Promise<RecentChanges> | undefined
  const listen = (): Promise<RecentChanges> => {
    listening ??= recentChanges().catch((fault) => {
      listening = undefined
      throw fault
    })
    return listening
  }
  // Subscribes at startup, so that the first page does not miss earlier changes.
  listen().catch(() => {})
  app.get('/v1/quotes/:quoteId/live', async (http) => {
    const row = /^[A-Za-z0-9_-]{10,24}$/.test(http.req.param('quoteId'))
      ? await findSearch(rig.database, http.req.param('quoteId'))
      : null
    if (!row) throw new Refusal('not_found')
    const network = getNetwork(String(http.get('address' as never) ?? ''))
    const visitor = parseVisitorToken(http.req.header('cookie'))
    const hash = visitor && hashVisitorToken(visitor)
    // Ignores a cookie that does not own the search, since anyone can invent one.
    const own = hash && row.visitor_hash && hash.equals(row.visitor_hash) ? `visitor:${hash.toString('hex')}` : null
    const near = new Set(listCellsAround(row.lat, row.lng, limits.candidateRadiusMetres).map(String))
    http.header('Cache-Control', 'no-store')
    return streamSSE(http, async (stream) => {
      let [changed, shed] = [false, false]
      let wake = () => {}
      let stop = () => {}
      const place = places.acquire(own ?? `search:${row.id}`, network, own ? MOST_OF_ONE : MOST_OF_LINK, () => {
        shed = true
        wake()
      })
      stream.onAbort(() => wake())
      try {
        const heard = () => {
          changed = true
          wake()
        }
        const stops = [
          // A missed notification triggers an event as well.
          await subscribe(rig.database, 'cell_changed', (cell) => near.has(cell) && heard(), heard),
          await subscribe(rig.database, 'search_changed', (id) => id === row.id && heard()),
        ]
        stop = () => {
          for (const end of stops) end()
        }
        const seen = Date.parse(http.req.query('seen') ?? '')
        if (Number.isFinite(seen)) {
          changed ||= (await listen()).changedSince(seen, [
            `search ${row.id}`,
            ...[...near].map((cell) => `cell ${cell}`),
          ])
        }
        await stream.writeSSE({ event: 'ready', data: '' })
        while (!stream.aborted && !shed) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, BEAT_MS)
            wake = () => {
              clearTimeout(timer)
              resolve()
            }
            if (changed || shed) wake()
          })
          if (stream.aborted || shed) break
          if (changed) place.used()
          await stream.writeSSE({ event: changed ? 'changed' : 'beat', data: '' })
          changed = false
        }
        if (shed) await stream.writeSSE({ event: 'shed', data: '' })
      } finally {
        place.release()
        stop()
      }
    })
  })
  return app
}

const KEPT_MS = 120_000
const MOST_KEPT = 20_000
// Tolerance for one-second page timestamps and clock skew between processes.
const NEAR_MS = 1_000

/** Recent changes in milliseconds, so that a page rendered before its stream opened still gets an event. */
export class RecentChanges {
  readonly #at = new Map<string, number>()
  #since: number

  constructor(since: number) {
    this.#since = since
  }

  heard(what: string, now: number): void {
    this.#at.delete(what)
    this.#at.set(what, now)
    if (this.#at.size > MOST_KEPT) this.#forget(now)
  }

  /** After a lost connection, anything may have changed. */
  missed(now: number): void {
    this.#at.clear()
    this.#since = now
  }

  changedSince(instant: number, these: Iterable<string>): boolean {
    const from = instant - NEAR_MS
    if (from < this.#since) return true
    for (const what of these) if ((this.#at.get(what) ?? Number.NEGATIVE_INFINITY) >= from) return true
    return false
  }

  #forget(now: number): void {
    this.#since = Math.max(this.#since, now - KEPT_MS)
    for (const [what, at] of this.#at) {
      if (at >= this.#since && this.#at.size <= MOST_KEPT) break
      this.#since = Math.max(this.#since, at + 1)
      this.#at.delete(what)
    }
  }
}
