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

/** Name of the background job that processes waiting lists after time is freed. */
export const WAITING_LISTS = 'waiting-lists'

/**
 * Wraps a statement that frees time. A database trigger reserves it for the day's waiting list in the same transaction.
 * After commit, the waiting list is processed.
 */
const freeing =
  <A extends unknown[], R>(free: (db: Context['db'], ...of: A) => Promise<R>) =>
  async (ctx: Context, ...of: A): Promise<R> => {
    const freed = await free(ctx.db, ...of)
    ctx.afterCommit(() => runInBackground(ctx, WAITING_LISTS))
    return freed
  }

/** Requires `lockDiary`, like all functions here that free time. */
export const releaseBusyTimes = freeing(freeBusyRows)
/** Throws `slot_taken` if another job overlaps. Requires `lockDiary`. */
export const moveBusy = freeing(moveBusyRows)
export const releasePrivateTime = freeing(freeOwnRows)
export const deleteBookedOut = freeing(deleteBookedOutRows)
export const replaceFeed = freeing(replaceFeedRows)
export const reserveOpened = freeing(reserveAwaitedDays)

export const travelSpeedsKey = 'travel.speeds'
/** Returns the travel speeds set by an operator, or the defaults. Must not run inside a transaction. */
export const getSpeeds = async (ctx: Context): Promise<TravelSpeeds> =>
  (await getSetting<TravelSpeeds>(ctx.database, travelSpeedsKey)) ?? usualSpeeds
export const getSpeedsInTransaction = async (db: Db): Promise<TravelSpeeds> =>
  (await getSettingInTransaction<TravelSpeeds>(db, travelSpeedsKey)) ?? usualSpeeds

/** A conflicting entry in milliseconds. `way` is set if only the travel takes too long. */
export type InTheWay = { from: number; to: number; way: { minutes: number; spot: RoundedSpot; before: boolean } | null }

/** Returns the first conflict of a time: a job, blocked time, external event, or travel from or to a neighbour. */
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

/** A trip between two jobs that is longer than the gap, in whole minutes. */
export type TightWay = { before: boolean; minutes: number; left: number }

/** Returns the trips to and from a job that do not fit. */
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

export const isFreeBeside = (job: Job, { touching, ...beside }: DiaryNeighbours, speeds: TravelSpeeds): boolean =>
  touching === null && !findTooShortTrip(job, beside, speeds)

/** Requires `lockDiary` in the same transaction. */
export const isFree = async (
  ctx: Context,
  ...asked: Parameters<typeof findConflict> extends [Db, ...infer Asked] ? Asked : never
): Promise<boolean> => (await findConflict(ctx.db, ...asked)) === null

/** Throws `slot_taken` if a time is not free. */
export async function assertTimeFree(...asked: Parameters<typeof isFree>): Promise<void> {
  if (!(await isFree(...asked))) throw new Refusal('slot_taken')
}

/** Filter of holds to end. All given fields must match; at least one is required. */
export type HoldFilter = {
  holdIds?: readonly string[]
  providerId?: string
  accountId?: string
  searchId?: string
  offerId?: string
  requestId?: string
  mode?: 'mobile' | 'studio'
  serviceIds?: readonly string[]
}

export type HoldRelease = {
  reason: Exclude<HoldEndReason, 'expired'>
  /** `refuse` throws `customer_paying` if a payment is in progress. By default the payment is cancelled. */
  whilePaying?: 'release' | 'refuse'
}

export type EndedHold = { id: string; searchId: string; providerId: string; accountId: string | null; paying: boolean }

type ReleaseHolds = (ctx: Context, filter: HoldFilter, release: HoldRelease) => Promise<EndedHold[]>
let registered: ReleaseHolds | undefined

export function registerHoldRelease(release: ReleaseHolds): void {
  registered = release
}

/**
 * Ends all matching active holds in the caller's transaction. Frees their time, cancels payments after commit and shows
 * the reason at checkout. Call it in the transaction that ends what the hold depends on: an offer, a listing, an
 * account, an area.
 */
export function releaseHolds(ctx: Context, filter: HoldFilter, release: HoldRelease): Promise<EndedHold[]> {
  if (!registered) throw new Error('no function to release holds is registered')
  return registered(ctx, filter, release)
}
