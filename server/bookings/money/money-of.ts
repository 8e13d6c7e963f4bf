import { type Paid, refundSteps, type RefundTerms, shareAt, splitRefund } from '#contract/payments/refund.ts'
import type { RefundTimeline } from '#contract/bookings/appointment.ts'
import { major } from '#contract/money.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

/** What was frozen at booking about getting money back. */
export const termsOf = (row: Pick<AppointmentRow, 'policy' | 'policy_start' | 'cooling_until'>): RefundTerms => ({
  policy: row.policy,
  policyStart: row.policy_start.getTime(),
  coolingUntil: row.cooling_until.getTime(),
})

/** What comes back of all that was paid, by share: each payment by itself, so that halves of cents never add up. */
export const refundOf = (paid: readonly Paid[], share: number): number =>
  paid.reduce((sum, one) => sum + splitRefund(one, share).refundMinor, 0)

/** What of a payment was paid and has not gone back yet; null where nothing has. */
export function splitOf(p: PaymentRow): (Paid & { id: string }) | null {
  const paid = p.state === 'captured' || p.state === 'authorised' || p.state === 'capturing'
  const amountMinor = p.amount_minor - p.refunded_minor
  return paid && amountMinor > 0 ? { id: p.id, amountMinor, feeMinor: p.fee_minor - p.fee_refunded_minor } : null
}

/** The same of all payments of an appointment. */
export const standing = (payments: readonly PaymentRow[]): (Paid & { id: string })[] =>
  payments.flatMap((payment) => splitOf(payment) ?? [])

/** The refund timeline of an appointment, drawn by the rule that also pays it out. */
export function timelineOf(
  row: AppointmentRow,
  paid: readonly Paid[],
  iso: (ms: number) => string,
  now: number,
): RefundTimeline {
  const terms = termsOf(row)
  return {
    paid: major(paid.reduce((sum, one) => sum + one.amountMinor, 0)),
    policy: row.policy,
    coolingUntil: iso(terms.coolingUntil),
    countsFrom: iso(terms.policyStart),
    steps: refundSteps(terms).map(({ share, until }) => ({
      share,
      until: until === null ? null : iso(until),
      refund: major(refundOf(paid, share)),
    })),
    now: major(refundOf(paid, shareAt(terms, now))),
  }
}
