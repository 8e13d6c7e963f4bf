import { fork } from 'node:child_process'
import type { Load, Timings } from './load.ts'

export const makeLoad = (load: Load): Promise<Timings> => inProcess('./load.ts', load)

export function inProcess<Answer>(module: string, given: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL(module, import.meta.url), {
      execArgv: [],
      // Renders and serves the production site.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    child.once('message', (answer) => resolve(answer as Answer))
    child.once('error', reject)
    // The channel closes after the last message, which may be read only after the process ended.
    child.once('disconnect', () => reject(new Error('The load test ended without figures.')))
    child.send(given)
  })
}

/** With `--small` all amounts are a fiftieth: such a run only proves that a measurement works, and saves nothing. */
export const isSmall = process.argv.includes('--small')
export const sized = (amount: number): number => (isSmall ? Math.ceil(amount / 50) : amount)

export type Spread = { p50: number; p95: number; p99: number }

/** Returns the median and the high percentiles of a list of times. */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

export const round = (value: number, places = 2): number => Math.round(value * 10 ** places) / 10 ** places
