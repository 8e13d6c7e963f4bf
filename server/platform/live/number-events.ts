import type { Database } from '#db/database.ts'
import { numberLiveEvents } from './live-queries.ts'

const MOST_AT_ONCE = 500

/** Gives the events that are committed their numbers. */
export async function numberEvents(database: Database): Promise<void> {
  while ((await numberLiveEvents(database.counts, MOST_AT_ONCE)) === MOST_AT_ONCE);
}
