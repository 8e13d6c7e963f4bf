import type { Context } from '#server/platform/context.ts'
import { soon } from '#server/platform/work/soon.ts'
import {
  deleteBookedOut as deleteBookedOutRows,
  freeBusy as freeBusyRows,
  freeOwn as freeOwnRows,
  moveBusy as moveBusyRows,
  replaceFeed as replaceFeedRows,
  reserveAwaitedDays,
} from './diary-queries.ts'

/** The name of the work that looks for the next on a waiting list once time has come free. */
export const WAITING_LISTS = 'waiting-lists'

/**
 * Wraps a statement that frees time. The database reserves the time for the waiting list of its day in the same
 * transaction; after the commit the next on the list is looked for.
 */
const freeing =
  <A extends unknown[], R>(free: (db: Context['db'], ...of: A) => Promise<R>) =>
  async (ctx: Context, ...of: A): Promise<R> => {
    const freed = await free(ctx.db, ...of)
    ctx.after(() => soon(ctx, WAITING_LISTS))
    return freed
  }

/** Frees the time that holds or appointments had taken. Under `lockDiary`. */
export const freeBusy = freeing(freeBusyRows)
/** Moves a job to another time. Throws `slot_taken` if another job stands there. Under `lockDiary`. */
export const moveBusy = freeing(moveBusyRows)
/** Frees the time of an artist's own appointment. Under `lockDiary`. */
export const freeOwn = freeing(freeOwnRows)
/** Frees booked-out time. Returns how many rows it deleted. Under `lockDiary`. */
export const deleteBookedOut = freeing(deleteBookedOutRows)
/** Replaces the busy time that was read from another calendar. Under `lockDiary`. */
export const replaceFeed = freeing(replaceFeedRows)
/** Reserves the days that an artist may have opened for their waiting lists: other hours, or the end of a pause. */
export const reserveOpened = freeing(reserveAwaitedDays)
