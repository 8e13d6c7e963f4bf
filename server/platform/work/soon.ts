import { setTimeout } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'

type Work = { run: (ctx: Context) => Promise<void>; gatherMs: number }
type Run = { again: boolean; over: Promise<void>; hurry: AbortController }

const works = new Map<string, Work>()
const running = new WeakMap<Database, Map<string, Run>>()

/** Says what a name stands for: work that goes on after answers, for all of them together. It waits so long before a run, for what else comes. */
export function registerWork(name: string, gatherMs: number, run: Work['run']): void {
  works.set(name, { run, gatherMs })
}

/** Has work begun that nobody waits for, one run of a name at a time in this process; what asks for it meanwhile is in the next run. A run that fails leaves the rest to the clock, and so does a process that registers none, as a command. */
export function soon(ctx: Context, name: string): void {
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

async function runAll(ctx: Context, name: string, { run, gatherMs }: Work, state: Run): Promise<void> {
  while (state.again) {
    await setTimeout(gatherMs, undefined, { signal: state.hurry.signal }).catch(() => {})
    state.again = false
    await run(ctx.own(name))
  }
}

/** Has all of it done now, and what that asks for. */
export async function atRest(database: Database): Promise<void> {
  for (let all = running.get(database); all?.size; )
    await Promise.all(
      [...all.values()].map(({ over, hurry }) => {
        hurry.abort()
        return over
      }),
    )
}
