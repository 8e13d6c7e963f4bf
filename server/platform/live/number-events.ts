import type { Database } from '#db/database.ts'
import { soon } from '#server/platform/work/soon.ts'
import { numberLiveEvents } from './live-queries.ts'

const MOST_AT_ONCE = 500

/** Gives the events that are committed their numbers, off everybody's way; where this process does not come to it, another does within a second. */
export function numberSoon(database: Database): void {
  soon(database, 'number-events', async () => {
    while ((await numberEvents(database)) === MOST_AT_ONCE);
  })
}

/** Gives committed events their numbers now; answers how many it numbered. */
export const numberEvents = (database: Database): Promise<number> => numberLiveEvents(database.counts, MOST_AT_ONCE)
