import {
  limitSums,
  findTrialPrice,
  getSpan,
  labelTrial,
  renameTrialLine,
  removeTrial,
  splitRefund,
} from '#contract/preparation/trial-price.ts'
import { formatDate } from '#contract/format.ts'
import type { Minor } from '#contract/money.ts'
import { type RefundTerms, shareAt } from '#contract/payments/refund.ts'
import { attachCosts, sumLines } from '#contract/price-lines.ts'
import type { Country } from '#contract/words.ts'
import type { Db } from '#db/database.ts'
import { type AppointmentRow, type FrozenTerms, getRefundTerms } from '#server/appointments/index.ts'
import { findTrial, type LinkedRow, type TrialRow } from './trials.queries.ts'

export type CancelledBy = 'customer' | 'provider' | 'clock'

export const isOpenToChange = (booking: AppointmentRow, trial: LinkedRow, now: Date): boolean =>
  booking.state === 'booked' &&
  booking.starts_at > now &&
  (trial.state === 'open' || (trial.state === 'booked' && !hasBegun(trial, now)))

export const hasBegun = ({ starts_at }: Pick<LinkedRow, 'starts_at'>, now: Date): boolean =>
  starts_at !== null && starts_at <= now

/** Returns whether a linked appointment lies within its allowed span before the booking. */
export function isInSpan(booking: AppointmentRow, linked: LinkedRow): boolean {
  const { from, until } = getSpan(booking.starts_at.getTime(), linked)
  const { starts_at, ends_at } = linked
  return starts_at === null || ends_at === null || (starts_at.getTime() >= from && ends_at.getTime() <= until)
}

/**
 * Returns the refunded percentage of a trial's price if it is cancelled alone. The booking's policy applies from the
 * trial's start. Returns 100 if the provider cancels or the trial has no time.
 */
function getRefundShare(booking: AppointmentRow, trial: TrialRow, by: CancelledBy, now: Date): number {
  if (by !== 'customer' || !trial.starts_at) return 100
  const terms: RefundTerms = { ...getRefundTerms(booking), policyStart: trial.policy_start.getTime() }
  return shareAt(terms, now.getTime())
}

const getPriceTerms = ({ terms }: FrozenTerms) => (terms ? { ...terms, minimumMinor: terms.minimumMinor ?? 0 } : null)

/**
 * Returns the price of a booking as if this side cancelled its trial now: lines, totals, refund and the part of the
 * trial's price that is still due.
 */
export function priceWithoutTrial(booking: AppointmentRow, trial: TrialRow, by: CancelledBy, now: Date) {
  const terms = getPriceTerms(booking.body)
  if (!terms) throw new Error(`booking ${booking.id} has a trial without terms`)
  const share = getRefundShare(booking, trial, by, now)
  const lines = removeTrial(attachCosts(booking.body.lines, terms), terms, share)
  const { total_minor: totalMinor, deposit_minor: depositMinor, fee_minor: feeMinor } = booking
  const sums = limitSums({ totalMinor, depositMinor, feeMinor }, sumLines(lines, terms))
  const { keptMinor } = splitRefund({ priceMinor: trial.price_minor, offMinor: trial.deducted_minor }, share)
  // The refund can be below the trial's share, because a promo code takes less off a lower price.
  return { lines, sums, keptMinor, backMinor: totalMinor - sums.totalMinor }
}

/**
 * Returns the time from which the cancellation policy of a moved trial counts back. A move by the customer never makes
 * it later, a move by the provider never sooner.
 */
export function getPolicyStart({ state, policy_start }: TrialRow, by: 'customer' | 'provider', startsAt: Date): Date {
  if (state === 'open') return startsAt
  const sooner = startsAt < policy_start
  return sooner === (by === 'customer') ? startsAt : policy_start
}

export function labelByDay(
  { body, country_code }: Pick<AppointmentRow, 'body' | 'country_code'>,
  labels: readonly string[],
  eventDate: string | null,
  now: Date,
): FrozenTerms {
  const day = eventDate && formatDate(eventDate, country_code as Country, now.getUTCFullYear())
  return { ...body, lines: renameTrialLine(body.lines, labelTrial(labels, day)) }
}

type Priced = Pick<AppointmentRow, 'total_minor' | 'deposit_minor' | 'fee_minor'>

/** Returns the totals of a booking without its trial, which ends with the provider and is fully refunded. */
export function getDaySums(booking: Priced & Pick<AppointmentRow, 'body'>): Priced {
  const terms = getPriceTerms(booking.body)
  if (!terms || !findTrialPrice(booking.body.lines)) return booking
  const { totalMinor, feeMinor } = sumLines(removeTrial(attachCosts(booking.body.lines, terms), terms, 100), terms)
  return {
    total_minor: totalMinor,
    deposit_minor: Math.min(booking.deposit_minor, totalMinor),
    // A provider's code takes less off the lower price, but the fee must not exceed the deposit.
    fee_minor: Math.min(feeMinor, booking.fee_minor),
  }
}

/**
 * Returns the part of a trial's price that is due even if the customer cancels: for a trial that has begun, was missed
 * or was cancelled late.
 */
function getEarnedMinor(
  { body }: Pick<AppointmentRow, 'body'>,
  trial: Pick<TrialRow, 'state' | 'starts_at' | 'kept_minor'> | undefined,
  now: Date,
): Minor {
  if (!trial || trial.state === 'open') return 0
  if (trial.state === 'cancelled') return trial.kept_minor
  if (trial.state === 'booked' && !hasBegun(trial, now)) return 0
  return findTrialPrice(body.lines)?.priceMinor ?? 0
}

/** Queries the trial, if the price has one, and returns its earned amount. */
export const findEarnedMinor = async (db: Db, booking: AppointmentRow, now: Date): Promise<Minor> =>
  booking.body.lines.some(({ kind }) => kind === 'trial' || kind === 'kept')
    ? getEarnedMinor(booking, await findTrial(db, booking.id), now)
    : 0
