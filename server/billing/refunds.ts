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
import { listUnrefundedPayments, getWholePrice } from './booking-money.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import { formatMoney } from '#contract/format.ts'
import { type Country, createTranslator } from '#contract/words.ts'
import { getSenderInTransaction } from '#server/notifications/index.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Why money goes back, in words, and what makes it happen once. */
export type RefundReason = {
  reason: string
  fact: string /** Shown in the ledger where the fee moves. */
  note?: string
}

/** Carries out how one payment is split, in the caller's transaction. */
export async function executeRefundSplit(
  ctx: Context,
  paymentId: string,
  { refundMinor, feeBackMinor, passedMinor }: RefundSplit,
  { reason, fact, note = 'Of what was kept' }: RefundReason,
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

/** Where the customer cancelled before the bank had taken a payment, what was to go back of it goes now. In the caller's transaction. */
export async function refundLatePayment(ctx: Context, row: AppointmentRow, payment: PaymentRow): Promise<void> {
  if (row.state !== 'cancelled' || row.cancelled_by !== 'customer' || !row.ended_at) return
  // What else was paid has been split when it was cancelled; this one takes its place beside it.
  const paid = listUnrefundedPayments(await listPaymentsOf(ctx.db, await listPaymentRefs(ctx, row)))
  const share = shareAt(getRefundTerms(row), row.ended_at.getTime())
  // The earned part was kept from the other payments first.
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
    await executeRefundSplit(ctx, payment.id, mine, { reason: 'The customer cancelled.', fact: `cancel:${row.id}` })
  await releaseEarnings(ctx, { providerId: row.provider_id, ref: payment.ref })
}

/**
 * Gives back that share of each payment, in per cent, but for what is worked off already, in the caller's transaction; of what is kept each has their part of the whole.
 * What the bank has only reserved is let go where all of it goes back; where a part is kept it is taken first, and split when it has been taken.
 * Answers what goes back in all, in minor units.
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

/** What is left of these payments becomes the artist's, and goes with the next payout. In the caller's transaction. */
export async function releaseAll(
  ctx: Context,
  row: Pick<AppointmentRow, 'provider_id'>,
  payments: readonly PaymentRow[],
): Promise<void> {
  for (const ref of new Set(payments.map((payment) => payment.ref)))
    await releaseEarnings(ctx, { providerId: row.provider_id, ref })
}

/**
 * Corrects a booking after a second operator has refused a recorded refund, and tells both sides, in the caller's transaction. If the
 * booking has ended, the money becomes the artist's; otherwise it is held for the job. Throws `refund_needed` if the artist did not do the job.
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

/** Returns the sentence that a refund is sent once it has been approved, if one of these payments has a waiting refund of this fact; otherwise null. */
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
