import { Hono, type Context as HttpContext } from 'hono'
import { networkOf } from '#server/platform/guard.ts'
import { type LiveHub, type Listening, liveHub } from '#server/platform/live.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { audienceOfToken, audienceOfVisitor } from './live-token.ts'

const MOST_STREAMS = 5_000
const MOST_AT_ONE_ADDRESS = 100
// So many events may wait for a slow browser; past that it comes back and asks for the rest by its number.
const MOST_WAITING = 200
const LONGEST_MS = 3_600_000

const atAddress = new Map<string, number>()

/** `GET /v1/live`: what happens to the caller, as server-sent events; goes on after `Last-Event-ID`, or `after` in the query. */
export function liveStreamRoute(rig: Rig): Hono {
  const app = new Hono()
  app.get('/v1/live', async (http) => {
    const hub = await liveHub(rig.database)
    const audience = await audienceOf(rig, http)
    const address = networkOf(String(http.get('address' as never) ?? ''))
    if (hub.size >= MOST_STREAMS || (atAddress.get(address) ?? 0) >= MOST_AT_ONE_ADDRESS) throw new Refusal('unavailable')
    const body = streamOf(hub, audience, numberOf(http.req.header('last-event-id') ?? http.req.query('after')), address)
    return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' } })
  })
  return app
}

function streamOf(hub: LiveHub, audience: readonly string[], after: number | null, address: string): ReadableStream<Uint8Array> {
  const until = performance.now() + LONGEST_MS
  let listening: Listening | null = null
  let open = true
  const leave = () => {
    if (!open) return
    open = false
    count(address, -1)
    listening?.close()
  }
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      count(address, 1)
      const write = (bytes: Uint8Array) => {
        if (!open || performance.now() > until || (controller.desiredSize ?? 0) < -MOST_WAITING) return false
        controller.enqueue(bytes)
        return true
      }
      const end = () => {
        if (open) controller.close()
        leave()
      }
      try {
        listening = await hub.listen(audience, after, write, end)
        if (!open) listening.close()
      } catch (fault) {
        leave()
        throw fault
      }
    },
    cancel: leave,
  })
}

// A person by their own token, anybody else by the cookie of this browser.
async function audienceOf(rig: Rig, http: HttpContext): Promise<string[]> {
  const token = http.req.query('token') ?? http.req.header('authorization')?.match(/^Bearer (.+)$/)?.[1]
  const visitor = audienceOfVisitor(http.req.header('cookie'))
  if (token) return [...(await audienceOfToken(rig, token)), ...visitor]
  if (!visitor.length) throw new Refusal('not_signed_in')
  return visitor
}

const numberOf = (text: string | undefined): number | null => (text && /^\d{1,15}$/.test(text) ? Number(text) : null)

function count(address: string, change: 1 | -1): void {
  const left = (atAddress.get(address) ?? 0) + change
  if (left > 0) atAddress.set(address, left)
  else atAddress.delete(address)
}
