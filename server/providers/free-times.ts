import type { Context } from '#server/platform/context.ts'
import { runInBackground } from '#server/platform/work/background-work.ts'
import {
  type DiaryNeighbours,
  getDiaryAround,
  deleteBookedOut as deleteBookedOutRows,
  deleteBusyTimes as freeBusyRows,
  deletePrivateBusyTime as freeOwnRows,
  moveBusy as moveBusyRows,
  replaceFeed as replaceFeedRows,
  reserveAwaitedDays,
} from './diary.queries.ts'
import type { HoldEndReason } from '#contract/checkout/lifecycle-hold.ts'
import { roundSpot, type RoundedSpot } from '#server/places/index.ts'
import type { Db } from '#db/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getSettingInTransaction, getSetting } from '#server/platform/settings.ts'
import {
  type Job,
  computePlannedTravelMinutes,
  type Spot,
  findTooShortTrip,
  type TravelSpeeds,
  usualSpeeds,
} from './travel-time.ts'

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
    ctx.afterCommit(() => runInBackground(ctx, WAITING_LISTS))
    return freed
  }

/** Frees the time that holds or appointments had taken. Under `lockDiary`. */
export const releaseBusyTimes = freeing(freeBusyRows)
/** Moves a job to another time. Throws `slot_taken` if another job stands there. Under `lockDiary`. */
export const moveBusy = freeing(moveBusyRows)
/** Frees the time of an artist's own appointment. Under `lockDiary`. */
export const releasePrivateTime = freeing(freeOwnRows)
/** Frees booked-out time. Returns how many rows it deleted. Under `lockDiary`. */
export const deleteBookedOut = freeing(deleteBookedOutRows)
/** Replaces the busy time that was read from another calendar. Under `lockDiary`. */
export const replaceFeed = freeing(replaceFeedRows)
/** Reserves the days that an artist may have opened for their waiting lists: other hours, or the end of a pause. */
export const reserveOpened = freeing(reserveAwaitedDays)

export const travelSpeedsKey = 'travel.speeds'
/** Speeds as an operator has set them. Not inside a transaction. */
export const getSpeeds = async (ctx: Context): Promise<TravelSpeeds> =>
  (await getSetting<TravelSpeeds>(ctx.database, travelSpeedsKey)) ?? usualSpeeds
/** The same in a transaction. */
export const getSpeedsInTransaction = async (db: Db): Promise<TravelSpeeds> =>
  (await getSettingInTransaction<TravelSpeeds>(db, travelSpeedsKey)) ?? usualSpeeds

/** An entry that keeps a job from being possible, in milliseconds. `way` is set if only the travel from or to it takes too long. */
export type InTheWay = { from: number; to: number; way: { minutes: number; spot: RoundedSpot; before: boolean } | null }

/** Returns the first entry that keeps a time from being free: a job, booked-out time, an event of another calendar, or the travel from the entry before or to the entry after. */
export async function findConflict(
  db: Db,
  providerId: string,
  job: Job,
  bufferMinutes: number,
  speeds: TravelSpeeds,
  except: readonly string[] = [],
): Promise<InTheWay | null> {
  const until = job.to + bufferMinutes * 60_000
  const { touching, ...beside } = await getDiaryAround(db, providerId, job.from, until, except)
  if (touching) return { from: touching.from, to: touching.to, way: null }
  const short = findTooShortTrip(job, beside, speeds)
  const other = short && beside[short]
  return other
    ? {
        from: other.from,
        to: other.to,
        way: {
          minutes: computePlannedTravelMinutes(other, job, speeds),
          spot: roundSpot(other),
          before: short === 'before',
        },
      }
    : null
}

/** A way between two jobs that is longer than the time between them, in whole minutes. */
export type TightWay = { before: boolean; minutes: number; left: number }

/** The ways to a job and from it on that are longer than there is time for. */
export async function listTightTrips(
  db: Db,
  providerId: string,
  job: Job,
  speeds: TravelSpeeds,
  except: readonly string[],
): Promise<TightWay[]> {
  const { before, after } = await getDiaryAround(db, providerId, job.from, job.to, except)
  const way = (other: Spot | null, left: number, isBefore: boolean): TightWay[] => {
    const minutes = other ? computePlannedTravelMinutes(other, job, speeds) : 0
    return other && minutes * 60_000 > left ? [{ before: isBefore, minutes, left: Math.floor(left / 60_000) }] : []
  }
  return [
    ...way(before, before ? job.from - before.to : 0, true),
    ...way(after, after ? after.from - job.to : 0, false),
  ]
}

/** Whether nothing of what is around a time keeps it from being free. */
export const isFreeBeside = (job: Job, { touching, ...beside }: DiaryNeighbours, speeds: TravelSpeeds): boolean =>
  touching === null && !findTooShortTrip(job, beside, speeds)

/** Whether nothing is. Under `lockDiary`, in its transaction. */
export const isFree = async (
  ctx: Context,
  ...asked: Parameters<typeof findConflict> extends [Db, ...infer Asked] ? Asked : never
): Promise<boolean> => (await findConflict(ctx.db, ...asked)) === null

/** The same as a refusal. */
export async function assertTimeFree(...asked: Parameters<typeof isFree>): Promise<void> {
  if (!(await isFree(...asked))) throw new Refusal('slot_taken')
}

/** Which holds to end. All given fields have to match, and at least one is given. */
export type HoldFilter = {
  holdIds?: readonly string[]
  providerId?: string
  /** The customer's account, whether the hold or only its search belongs to it. */
  accountId?: string
  searchId?: string
  offerId?: string
  /** The request whose offer the hold was made from. */
  requestId?: string
  mode?: 'mobile' | 'studio'
  /** Holds that include at least one of these services. */
  serviceIds?: readonly string[]
}

export type HoldRelease = {
  reason: Exclude<HoldEndReason, 'expired'>
  /** `refuse` throws `customer_paying` if a matching hold has a payment in progress; by default its payment is cancelled. */
  whilePaying?: 'release' | 'refuse'
}

/** A hold that has been ended, to notify its customer. */
export type EndedHold = { id: string; searchId: string; providerId: string; accountId: string | null; paying: boolean }

type ReleaseHolds = (ctx: Context, filter: HoldFilter, release: HoldRelease) => Promise<EndedHold[]>
let registered: ReleaseHolds | undefined

/** Registers the function that ends holds. Bookings own them and are a higher domain. */
export function registerHoldRelease(release: ReleaseHolds): void {
  registered = release
}

/**
 * Ends all matching holds that stand, in the caller's transaction: frees their time, cancels their payments after the
 * commit, and shows the reason on the checkout page. Call it in the transaction that ends what a hold stands on: an
 * offer, a listing, an account, an area. Returns the holds it ended.
 */
export function releaseHolds(ctx: Context, filter: HoldFilter, release: HoldRelease): Promise<EndedHold[]> {
  if (!registered) throw new Error('no function to release holds is registered')
  return registered(ctx, filter, release)
}
