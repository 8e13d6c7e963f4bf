import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { isRefused, isUnreachable } from '#db/faults.ts'
import { toFaultFields, type Log } from '#server/platform/log.ts'

const FIRST_REST_MS = 500
const LONGEST_REST_MS = 5_000
const RETRY_AFTER_SECONDS = 5

type WaitOptions = {
  log: Log
  listen: () => Promise<void>
  /** True for a server that may come back; the embedded engine does not. */
  isServer: boolean
}

/**
 * Retries `prepare` until the database is available. While the server is unreachable, the port is open and
 * `answerWhileWaiting` responds. During a slow start, or if the server is full, the port stays closed, so that a proxy
 * uses other processes. Throws other errors immediately.
 */
export async function waitForDatabase<T>(
  prepare: () => Promise<T>,
  { log, listen, isServer }: WaitOptions,
): Promise<T> {
  let restMs = FIRST_REST_MS
  for (;;) {
    try {
      return await prepare()
    } catch (fault) {
      const isAway = isServer && isUnreachable(fault)
      if (!isAway && !(isServer && isRefused(fault))) throw fault
      // An occupied port also ends the start.
      if (isAway) await listen()
      log.error(toFaultFields(fault), 'database unavailable; retrying')
      await setTimeout(restMs * (0.5 + Math.random() / 2))
      restMs = Math.min(LONGEST_REST_MS, restMs * 2)
    }
  }
}

/** Alive, but not ready, with Retry-After. Closes the connection, so that a proxy does not reuse it. */
export const answerWhileWaiting: RequestListener = ({ url = '/' }, outgoing) => {
  const alive = url.split('?', 1)[0] === '/healthz'
  outgoing
    .writeHead(alive ? 200 : 503, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      ...(alive ? {} : { 'retry-after': String(RETRY_AFTER_SECONDS) }),
    })
    .end(alive ? 'ok' : 'Primp is starting. Please try again in a few seconds.')
}

export async function listenOnce(server: Server, port: number, host: string): Promise<void> {
  if (server.listening) return
  server.keepAliveTimeout = 65_000
  server.listen(port, host)
  await once(server, 'listening')
}
