import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Database } from '#db/database.ts'

// What is asked for in one go is done in one go.
const REST_MS = 10

type Run = { again: boolean; over: Promise<void> }
const running = new WeakMap<Database, Map<string, Run>>()

/** Begins work that nobody waits for, one run of a name at a time in this process; what asks for it meanwhile is in the next run. A run that fails leaves the rest to the clock. */
export function soon(database: Database, name: string, work: () => Promise<void>): void {
  const all = running.get(database) ?? new Map<string, Run>()
  running.set(database, all)
  const known = all.get(name)
  if (known) {
    known.again = true
    return
  }
  const run: Run = { again: true, over: Promise.resolve() }
  all.set(name, run)
  run.over = (async () => {
    try {
      await setImmediate()
      while (run.again) {
        run.again = false
        await work()
        if (run.again) await setTimeout(REST_MS)
      }
    } finally {
      all.delete(name)
    }
  })().catch(() => {})
}

/** Resolves once all of it is done, and what that asked for. */
export async function atRest(database: Database): Promise<void> {
  for (let all = running.get(database); all?.size; ) await Promise.all([...all.values()].map(({ over }) => over))
}
