import { setTimeout } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'

type Work = { run: (ctx: Context) => Promise<void>; gatherMs: number; atOnce: boolean }
type Run = { again: boolean; over: Promise<void>; hurry: AbortController }

const works = new Map<string, Work>()
const running = new WeakMap<Database, Map<string, Run>>()

/**
 * Registers background work by name, batched for all requests. It waits `gatherMs` before a run. With `atOnce`, the
 * first run is immediate. The next waits four times as long as the last took, up to that limit, so that quick work uses
 * at most a fifth of the time.
 */
export function registerWork(name: string, gatherMs: number, run: Work['run'], atOnce = false): void {
  works.set(name, { run, gatherMs, atOnce })
}

/** One run per name at a time in this process; later triggers share the next run. The job retries failed runs. */
export function runInBackground(ctx: Context, name: string): void {
  const work = works.get(name)
  if (!work) return
  const all = running.get(ctx.database) ?? new Map<string, Run>()
  running.set(ctx.database, all)
  const known = all.get(name)
  if (known) {
    known.again = true
    return
  }
  const run: Run = { again: true, over: Promise.resolve(), hurry: new AbortController() }
  all.set(name, run)
  run.over = runAll(ctx, name, work, run)
    .catch(() => {})
    .finally(() => all.delete(name))
}

async function runAll(ctx: Context, name: string, { run, gatherMs, atOnce }: Work, state: Run): Promise<void> {
  const gather = (ms: number) => setTimeout(ms, undefined, { signal: state.hurry.signal }).catch(() => {})
  while (state.again) {
    if (!atOnce) await gather(gatherMs)
    state.again = false
    const from = performance.now()
    await run(ctx.background(name))
    if (atOnce) await gather(Math.min(gatherMs, 4 * (performance.now() - from)))
  }
}

/** Includes the work that the pending work triggers. */
export async function waitForBackgroundWork(database: Database): Promise<void> {
  for (let all = running.get(database); all?.size; )
    await Promise.all(
      [...all.values()].map(({ over, hurry }) => {
        hurry.abort()
        return over
      }),
    )
}
