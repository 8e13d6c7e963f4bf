import { setTimeout } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { numberLiveEvents } from './live-queries.ts'

const MOST_AT_ONCE = 500
// What is announced in one go is numbered in one go.
const REST_MS = 10

const numbering = new WeakMap<Database, { again: boolean }>()

/** Gives the events that are committed their numbers, off everybody's way; where this process does not come to it, another does within a second. */
export function numberSoon(database: Database): void {
  const running = numbering.get(database)
  if (running) {
    running.again = true
    return
  }
  const run = { again: true }
  numbering.set(database, run)
  setImmediate(async () => {
    try {
      while (run.again) {
        run.again = false
        if ((await numberEvents(database)) === MOST_AT_ONCE) run.again = true
        await setTimeout(REST_MS, undefined, { ref: false })
      }
    } catch {
      // The database is away, or going: whoever sweeps next numbers them.
    } finally {
      numbering.delete(database)
      if (run.again) numberSoon(database)
    }
  })
}

/** Gives committed events their numbers now; answers how many it numbered. */
export const numberEvents = (database: Database): Promise<number> => numberLiveEvents(database.counts, MOST_AT_ONCE)
