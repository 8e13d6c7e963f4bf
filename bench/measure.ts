import { fork } from 'node:child_process'
import type { Load, Timings } from './load.ts'

/** Makes a load from a second process. */
export const makeLoad = (load: Load): Promise<Timings> => inProcess('./load.ts', load)

/** Hands something to a process of its own and answers what that sends back. */
export function inProcess<Answer>(module: string, given: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL(module, import.meta.url), {
      execArgv: [],
      // What it draws or opens of the site is what visitors have of it.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    child.once('message', (answer) => resolve(answer as Answer))
    child.once('error', reject)
    // The line closes after its last message; the process may have ended before that is read.
    child.once('disconnect', () => reject(new Error('The load test ended without figures.')))
    child.send(given)
  })
}

export type Spread = { p50: number; p95: number; p99: number }

/** The middle and the slow ends of a list of times. */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

export const round = (value: number, places = 2): number => Math.round(value * 10 ** places) / 10 ** places
