import { spanBefore } from '#contract/bookings/patch-tests/test-span.ts'
import { sumsWithout, trialBack, withoutTrial } from '#contract/bookings/trials/trial-price.ts'
import { type RefundTerms, shareAt } from '#contract/payments/refund.ts'
import { costedLines, sumsOf } from '#contract/price-lines.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { termsOf } from '#server/bookings/money/money-of.ts'
import type { TrialRow } from './trial-queries.ts'

export type TrialSide = 'customer' | 'provider' | 'clock'

/** The share of a trial's price, in per cent, that comes off when it is cancelled alone: by the policy of its booking, counted from its own start, which a customer who moves it puts no further off. All of it where the artist cancels, or it has no time. */
function shareOfTrial(row: AppointmentRow, trial: TrialRow, by: TrialSide, now: Date): number {
  if (by !== 'customer' || !trial.starts_at) return 100
  const terms: RefundTerms = { ...termsOf(row), policyStart: trial.policy_start.getTime() }
  return shareAt(terms, now.getTime())
}

/** The price of a booking once this side cancels its trial now: its lines and what they come to, what comes off the price by that, and what of the trial stays in it. */
export function priceWithout(row: AppointmentRow, trial: TrialRow, by: TrialSide, now: Date) {
  const { terms } = row.body
  if (!terms) throw new Error(`booking ${row.id} has a trial and no terms`)
  const of = { ...terms, minimumMinor: terms.minimumMinor ?? 0 }
  const share = shareOfTrial(row, trial, by, now)
  const lines = withoutTrial(costedLines(row.body.lines, of), of, share)
  const was = { totalMinor: row.total_minor, depositMinor: row.deposit_minor, feeMinor: row.fee_minor }
  const sums = sumsWithout(was, sumsOf(lines, of))
  const { keptMinor } = trialBack({ priceMinor: trial.price_minor, offMinor: trial.off_minor }, share)
  // Less than its share where a code may take off less by then.
  return { lines, sums, keptMinor, backMinor: row.total_minor - sums.totalMinor }
}

/** From where the policy counts once a trial has another time: never later because its customer chose it, never sooner because its artist did. */
export function policyStartOf({ state, policy_start }: TrialRow, by: 'customer' | 'provider', startsAt: Date): Date {
  if (state === 'open') return startsAt
  const sooner = startsAt < policy_start
  return sooner === (by === 'customer') ? startsAt : policy_start
}

/** Whether a trial that stands may be moved, or cancelled, by either side: before it begins, of a booking that is ahead. */
export const isAhead = (row: AppointmentRow, trial: TrialRow, now: Date): boolean =>
  row.state === 'booked' &&
  row.starts_at > now &&
  (trial.state === 'open' || (trial.state === 'booked' && trial.starts_at !== null && trial.starts_at > now))

/** The rule of date of a trial. */
export const ruleOf = ({ hours, months }: TrialRow) => ({ hours, months })

/** When a trial may begin and has to be over, in milliseconds. */
export const spanOfTrial = (row: AppointmentRow, trial: TrialRow) => spanBefore(row.starts_at.getTime(), ruleOf(trial))
