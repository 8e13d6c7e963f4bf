import { setTimeout } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'

type Work = { run: (ctx: Context) => Promise<void>; gatherMs: number; atOnce: boolean }
type Run = { again: boolean; over: Promise<void>; hurry: AbortController }

const works = new Map<string, Work>()
const running = new WeakMap<Database, Map<string, Run>>()

/**
 * Says what a name stands for: work that goes on after answers, for all of them together. It waits so long before a run, for what
 * else comes; `atOnce`, for what somebody is looking out for, has the first run at once and the next one wait as long as
 * the last took, at most so long: one that is quick is had again at once, and none takes more than half of the time.
 */
export function registerWork(name: string, gatherMs: number, run: Work['run'], atOnce = false): void {
  works.set(name, { run, gatherMs, atOnce })
}

/** Has work begun that nobody waits for, one run of a name at a time in this process; what asks for it meanwhile is in the next run. A run that fails leaves the rest to the clock, and so does a process that registers none, as a command. */
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
    if (atOnce) await gather(Math.min(gatherMs, performance.now() - from))
  }
}

/** Has all of it done now, and what that asks for. */
export async function waitForBackgroundWork(database: Database): Promise<void> {
  for (let all = running.get(database); all?.size; )
    await Promise.all(
      [...all.values()].map(({ over, hurry }) => {
        hurry.abort()
        return over
      }),
    )
}
