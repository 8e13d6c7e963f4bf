import { type PaidAmount, refundSteps, refundSums, shareAt, type WholePrice } from '#contract/payments/refund.ts'
import type { RefundTimeline } from '#contract/appointments/appointment.ts'
import { toMajor, toMinor, type Minor } from '#contract/money.ts'
import type { PaymentRow } from '#server/payments/index.ts'
import { type AppointmentRow, getRefundTerms } from '#server/appointments/index.ts'
import { type Cover, computeCover } from '#contract/payments/cover.ts'
import { divideStepAt, getDueNow } from '#contract/payments/later-deposit.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'

export const getWholePrice = (row: Pick<AppointmentRow, 'total_minor' | 'fee_minor'>): WholePrice => ({
  totalMinor: row.total_minor,
  feeMinor: row.fee_minor,
})

type UnrefundedPayment = PaidAmount & Pick<PaymentRow, 'id' | 'state'>

export const isOfBalance = ({ kind, part_of }: Pick<PaymentRow, 'kind' | 'part_of'>): boolean =>
  kind === 'balance' || part_of === 'balance'

/** Returns the part of a payment that was paid and not refunded, or null. */
export function splitOf(p: PaymentRow): UnrefundedPayment | null {
  const paid = p.state === 'captured' || p.state === 'authorised' || p.state === 'capturing'
  const amountMinor = p.amount_minor - p.refunded_minor
  return paid && amountMinor > 0
    ? { id: p.id, state: p.state, amountMinor, feeMinor: p.fee_minor - p.fee_refunded_minor }
    : null
}

/**
 * Returns all payments with an unrefunded amount, or with an uneven split between platform and provider. All sums of a
 * booking are computed from these.
 */
export const listUnrefundedPayments = (payments: readonly PaymentRow[]): UnrefundedPayment[] =>
  payments.flatMap((payment) => splitOf(payment) ?? unevenOf(payment) ?? [])

function unevenOf(p: PaymentRow): UnrefundedPayment | null {
  const feeMinor = p.fee_minor - p.fee_refunded_minor
  return p.state === 'captured' && feeMinor !== 0 ? { id: p.id, state: p.state, amountMinor: 0, feeMinor } : null
}

export const sumUnrefunded = (payments: readonly PaymentRow[]): Minor =>
  listUnrefundedPayments(payments).reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/**
 * Goodwill refunds may exceed the new price, and then part of a refund is not made. Returns the platform's part of that
 * amount, at most the goodwill it funded. `feeMinor` is its part of the whole price. The rest belongs to the provider.
 */
export const computeExcessGoodwill = (missingMinor: Minor, feeMinor: Minor, payments: readonly PaymentRow[]): Minor =>
  Math.min(missingMinor, Math.max(0, feeMinor - computeHeldAmounts(payments).platformMinor))

/** Limits a price-reduction refund to the unrefunded amount: goodwill may already exceed it. */
export const limitRefund = (backMinor: Minor, payments: readonly PaymentRow[]): Minor =>
  Math.min(backMinor, sumUnrefunded(payments))

/** Returns the unrefunded amounts held by the platform and by the provider. */
export function computeHeldAmounts(payments: readonly PaymentRow[]): { platformMinor: Minor; providerMinor: Minor } {
  const platformMinor = listUnrefundedPayments(payments).reduce((sum, { feeMinor }) => sum + feeMinor, 0)
  return { platformMinor, providerMinor: sumUnrefunded(payments) - platformMinor }
}

type Timeline = {
  iso: (ms: number) => string
  now: number
  workedMinor?: Minor
  /** A payment that will be made: steps that end after it include it. */
  later?: { amountMinor: Minor; at: number } | null
}

/**
 * Returns the refund timeline of an appointment, by the same rule that executes refunds. Work that was done is not
 * refunded.
 */
export function buildRefundTimeline(
  row: AppointmentRow,
  paid: readonly PaidAmount[],
  { iso, now, workedMinor = 0, later = null }: Timeline,
): RefundTimeline {
  const terms = getRefundTerms(row)
  return {
    paid: toMajor(paid.reduce((sum, one) => sum + one.amountMinor, 0)),
    policy: row.policy,
    coolingUntil: iso(terms.coolingUntil),
    countsFrom: iso(terms.policyStart),
    steps: divideStepAt(refundSteps(terms), later && later.at > now ? later.at : null).map(({ share, until }) => {
      const isAfterLater = later !== null && (until === null || until > later.at)
      const { refundMinor, keptByProviderMinor, keptByPlatformMinor } = refundSums(
        isAfterLater ? [...paid, { amountMinor: later.amountMinor, feeMinor: 0 }] : paid,
        getWholePrice(row),
        share,
        workedMinor,
      )
      return {
        share,
        until: until === null ? null : iso(until),
        refund: toMajor(refundMinor),
        keptByProvider: toMajor(keptByProviderMinor),
        keptByPlatform: toMajor(keptByPlatformMinor),
      }
    }),
    now: toMajor(refundSums(paid, getWholePrice(row), shareAt(terms, now), workedMinor).refundMinor),
  }
}

/** Returns the amount due at booking and how it is covered. */
export const computeHoldCover = (
  hold: { credit_minor: Minor; in_full: boolean },
  locked: Pick<LockedQuote, 'deposit' | 'total' | 'laterDeposit'>,
): Cover => computeCover(toMinor(getDueNow(locked, hold.in_full)), hold.credit_minor)

/** Returns the unpaid balance of an appointment and how it is covered. */
export const computeBalanceCover = (
  row: Pick<AppointmentRow, 'total_minor' | 'deposit_minor' | 'balance_paid_at' | 'credit_minor'>,
): Cover => computeCover(row.balance_paid_at ? 0 : row.total_minor - row.deposit_minor, row.credit_minor)
