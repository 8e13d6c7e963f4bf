import type { Db } from '#db/database.ts'
import { blocksBetween } from './queries.ts'

/** Whether one of the two has blocked the other: then neither writes nor asks. */
export const isBlocked = async (db: Db, accountId: string, providerId: string): Promise<boolean> =>
  (await blocksBetween(db, accountId, providerId)).length > 0
