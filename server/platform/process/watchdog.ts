import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { Env } from '#server/platform/env.ts'

export type WatchdogData = { shared: SharedArrayBuffer; seconds: number; silent: boolean }

export const BEATS = 0
export const DEBUGGED = 1
/** Exit code after the watchdog (EX_SOFTWARE). */
export const WATCHDOG_EXIT = 70
const BEAT_MS = 500

/**
 * Starts a thread that ends the process if its event loop is blocked for `WATCHDOG_SECONDS` (0: never), after logging
 * the stack. Ignores suspended and debugged processes.
 */
export function startWatchdog({ WATCHDOG_SECONDS: seconds, LOG_LEVEL }: Pick<Env, 'WATCHDOG_SECONDS' | 'LOG_LEVEL'>) {
  if (seconds === 0) return () => {}
  const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
  const state = new Int32Array(shared)
  const beat = () => {
    Atomics.add(state, BEATS, 1)
    Atomics.store(state, DEBUGGED, inspector.url() ? 1 : 0)
  }
  beat()
  const timer = setInterval(beat, BEAT_MS).unref()
  const workerData: WatchdogData = { shared, seconds, silent: LOG_LEVEL === 'silent' }
  const thread = new Worker(new URL('watchdog-worker.ts', import.meta.url), {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  })
  thread.unref()
  // The process works without its watchdog.
  thread.on('error', () => {})
  return () => {
    clearInterval(timer)
    thread.terminate().catch(() => {})
  }
}
