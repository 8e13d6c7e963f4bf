import {
  computeRefundShares,
  type RefundSplit,
  shareAt,
  splitRefunds,
  type WholePrice,
} from '#contract/payments/refund.ts'
import {
  transferFeeShare,
  type PaymentRow,
  listPaymentsOf,
  getProviderOfPayment,
  listRecordedWaitingRefunds,
  refundPayment,
  type RefundRow,
  releaseEarnings,
  voidPayment,
} from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import {
  type AppointmentRow,
  findDisputeById,
  noticeLines,
  listPaymentRefs,
  publishAppointment,
  notifySide,
  getRefundTerms,
  updateDispute,
} from '#server/appointments/index.ts'
import { findEarnedMinor } from './trial-money.ts'
import { refundReasons } from './refund-reasons.ts'
import { listUnrefundedPayments, getWholePrice } from './booking-money.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import { formatMoney } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { getSenderInTransaction } from '#server/notifications/index.ts'
import { Refusal } from '#server/platform/refusal.ts'

export type RefundReason = {
  reason: string
  fact: string
  /** The ledger shows this note next to the fee transfer. */
  note?: string
}

/** Refunds a payment and transfers part of its fee by the given split, in the caller's transaction. */
export async function executeRefundSplit(
  ctx: Context,
  paymentId: string,
  { refundMinor, feeBackMinor, passedMinor }: RefundSplit,
  { reason, fact, note = 'Share of the amount kept' }: RefundReason,
): Promise<void> {
  if (refundMinor > 0)
    await refundPayment(ctx, {
      paymentId,
      amountMinor: refundMinor,
      feeBackMinor,
      reason,
      fact: `${fact}:${paymentId}`,
    })
  await transferFeeShare(ctx, { paymentId, amountMinor: passedMinor, fact: `${fact}:${paymentId}`, note })
}

/** Refunds a payment captured after the customer cancelled, in the caller's transaction. */
export async function refundLatePayment(ctx: Context, row: AppointmentRow, payment: PaymentRow): Promise<void> {
  if (row.state !== 'cancelled' || row.cancelled_by !== 'customer' || !row.ended_at) return
  // The other payments were split at the cancellation. This payment gets its share of the total.
  const paid = listUnrefundedPayments(await listPaymentsOf(ctx.db, await listPaymentRefs(ctx, row)))
  const share = shareAt(getRefundTerms(row), row.ended_at.getTime())
  // The earned part is deducted from the other payments first.
  const others = paid.reduce((sum, one) => sum + (one.id === payment.id ? 0 : one.amountMinor), 0)
  const worked = Math.max(0, (await findEarnedMinor(ctx.db, row, row.ended_at)) - others)
  const splits = splitRefunds(
    paid.flatMap((one) =>
      one.id === payment.id ? computeRefundShares([one], share, worked) : computeRefundShares([one], 0),
    ),
    getWholePrice(row),
  )
  const mine = splits[paid.findIndex(({ id }) => id === payment.id)]
  if (mine)
    await executeRefundSplit(ctx, payment.id, mine, { reason: refundReasons.customer, fact: `cancel:${row.id}` })
  await releaseEarnings(ctx, { providerId: row.provider_id, ref: payment.ref })
}

/**
 * Refunds a percentage of each payment, except for work already done, in the caller's transaction. Each side keeps its
 * share of the rest. An authorisation that is refunded completely is voided; any other is captured first and split
 * afterwards. Returns the total refund in minor units.
 */
export async function refundShare(
  ctx: Context,
  payments: readonly PaymentRow[],
  share: number,
  whole: WholePrice,
  because: RefundReason,
  workedMinor: Minor = 0,
): Promise<number> {
  const paid = listUnrefundedPayments(payments)
  const splits = splitRefunds(computeRefundShares(paid, share, workedMinor), whole)
  for (const [i, { id, state, amountMinor }] of paid.entries()) {
    const split = splits[i]
    if (split && state === 'captured') await executeRefundSplit(ctx, id, split, because)
    else if (split?.refundMinor === amountMinor) await voidPayment(ctx, id)
  }
  return splits.reduce((sum, { refundMinor }) => sum + refundMinor, 0)
}

/** Releases the rest of these payments to the artist for the next payout, in the caller's transaction. */
export async function releaseAll(
  ctx: Context,
  row: Pick<AppointmentRow, 'provider_id'>,
  payments: readonly PaymentRow[],
): Promise<void> {
  for (const ref of new Set(payments.map((payment) => payment.ref)))
    await releaseEarnings(ctx, { providerId: row.provider_id, ref })
}

/**
 * Corrects a booking after a second operator rejected a recorded refund, and notifies both sides, in the caller's
 * transaction. The money is released to the artist if the booking has ended, or else held. Throws `refund_needed` if
 * the artist did not do the job.
 */
export async function handleRefusedRefund(
  ctx: Context,
  row: AppointmentRow,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<void> {
  const didNotCome = row.cancelled_by === 'provider' || row.cancelled_by === 'operator' || row.no_show_of === 'provider'
  if (didNotCome) throw new Refusal('refund_needed')
  const over = row.state !== 'booked' && row.state !== 'disputed'
  if (over) await releaseEarnings(ctx, { providerId: getProviderOfPayment(payment), ref: payment.ref })
  await correctSettlement(ctx, refund)
  await notifyRefundRefused(ctx, row, refund, { currency: payment.currency, over })
  await publishAppointment(ctx, row, 'appointment.changed')
}

async function correctSettlement(ctx: Context, refund: RefundRow): Promise<void> {
  const id = refund.fact.match(/^settle:([0-9a-f-]{36}):/)?.[1]
  const dispute = id && (await findDisputeById(ctx.db, id))
  if (!dispute || dispute.state === 'open') return
  const refundMinor = Math.max(0, (dispute.refund_minor ?? 0) - refund.amount_minor)
  await updateDispute(ctx.db, dispute.id, { refund_minor: refundMinor, outcome: refundMinor > 0 ? 'split' : 'paid' })
}

async function notifyRefundRefused(
  ctx: Context,
  row: AppointmentRow,
  refund: RefundRow,
  { currency, over }: { currency: string; over: boolean },
): Promise<void> {
  const t = createTranslator(noticeLines, row.country_code as Country)
  const cash = (amountMinor: Minor) => formatMoney(toMajor(amountMinor), currency, { decimals: 'always' })
  const theirs = refund.amount_minor - refund.fee_back_minor
  const keepLine = theirs > 0 ? t(over ? 'refusedLine.over' : 'refusedLine.held', { amount: cash(theirs) }) : null
  const sender = await getSenderInTransaction(ctx)
  for (const side of ['customer', 'provider'] as const)
    await notifySide(ctx, sender, row, side, `refund.refused.${side}`, {
      fact: `refund.refused ${side} ${refund.id}`,
      values: { refund: cash(refund.amount_minor), keepLine },
    })
}

/** Returns the sentence about a refund that awaits approval, or null if none of these payments has one. */
export async function waitLineOf(
  ctx: Context,
  row: AppointmentRow,
  payments: readonly Pick<PaymentRow, 'id'>[],
  fact: string,
): Promise<string | null> {
  const waiting = await listRecordedWaitingRefunds(
    ctx.db,
    payments.map(({ id }) => id),
  )
  return waiting.some((refund) => refund.fact.startsWith(`${fact}:`))
    ? createTranslator(noticeLines, row.country_code as Country)('waitLine')
    : null
}
