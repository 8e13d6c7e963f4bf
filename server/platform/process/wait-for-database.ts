import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { isAway } from '#db/connections.ts'
import { faultFields, type Log } from '#server/platform/log.ts'

const FIRST_REST_MS = 500
const LONGEST_REST_MS = 5_000
const RETRY_AFTER_SECONDS = 5

/**
 * Runs `prepare` until the database is available, and returns its result. If that takes longer than `patienceMs`, or the
 * database is away, opens the port meanwhile, where `answerWhileWaiting` answers. Any other fault is thrown at once.
 */
export async function waitForDatabase<T>(
  prepare: () => Promise<T>,
  { log, listen, patienceMs }: { log: Log; listen: () => Promise<void>; patienceMs: number },
): Promise<T> {
  let restMs = FIRST_REST_MS
  const late = new AbortController()
  // A port that is taken ends the start as well.
  let listening: Promise<void> | undefined
  const open = () => {
    listening ??= listen()
    listening.catch(() => {})
  }
  setTimeout(patienceMs, undefined, { signal: late.signal, ref: false }).then(open, () => {})
  try {
    for (;;) {
      try {
        const prepared = await prepare()
        await listening
        return prepared
      } catch (fault) {
        if (!isAway(fault)) throw fault
        open()
        await listening
        log.error(faultFields(fault), 'the database is away: waiting for it')
        await setTimeout(restMs * (0.5 + Math.random() / 2))
        restMs = Math.min(LONGEST_REST_MS, restMs * 2)
      }
    }
  } finally {
    late.abort()
  }
}

/** Answers while the process starts: it lives, but is not ready, and callers are asked to come again. */
export const answerWhileWaiting: RequestListener = ({ url = '/' }, outgoing) => {
  const alive = url.split('?', 1)[0] === '/healthz'
  outgoing
    .writeHead(alive ? 200 : 503, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(alive ? {} : { 'retry-after': String(RETRY_AFTER_SECONDS) }),
    })
    .end(alive ? 'ok' : 'Primp is starting. Please try again in a few seconds.')
}

/** Opens the port once. */
export async function listenOnce(server: Server, port: number, host: string): Promise<void> {
  if (server.listening) return
  server.keepAliveTimeout = 65_000
  server.listen(port, host)
  await once(server, 'listening')
}
