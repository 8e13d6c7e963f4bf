import type { Minor } from '#contract/money.ts'
import type { Bearer } from '#contract/payments/refund.ts'
import { getPayableHandlers } from './payable.ts'
import { lockAccounts, postMovement } from './ledger.queries.ts'
import {
  insertRefund,
  lockPayment,
  type PaymentRow,
  getProviderOfPayment,
  findRefundProvider,
  listRecordedWaitingRefunds,
  type RefundRow,
  updatePayment,
  updateRefund,
} from './payments.queries.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hasUndecidedChargeBack } from './refunds.queries.ts'
import { buildRefundMovement, refundCreditNow, recordRefundDue } from './refunds.ts'

/**
 * Approves a refund that awaits a second operator and enqueues it, in the caller's transaction. In a preview,
 * `approvedBy` is null. Throws `charge_back_open` while the payment is disputed.
 */
export async function approveRefund(ctx: Context, row: RefundRow, approvedBy: string | null): Promise<RefundRow> {
  const payment = await lockPayment(ctx.db, row.payment_id)
  if (!payment) throw new Refusal('not_found')
  if (approvedBy && (await hasUndecidedChargeBack(ctx.db, payment.id))) throw new Refusal('charge_back_open')
  if ((await findRefundProvider(ctx.db, row.id)) === undefined) await recordRefundDue(ctx, row, payment)
  const approved = await updateRefund(ctx.db, row.id, { state: 'queued', approved_by: approvedBy, next_at: ctx.now })
  return refundCreditNow(ctx, approved, payment)
}

/**
 * Rejects a refund that awaits a second operator, in the caller's transaction. A standalone request is only closed. A
 * recorded refund is reversed, and its payable decides about the money. Throws `charge_back_open` while the payment is
 * disputed, and `refund_needed` if the artist has no claim to the money.
 */
export async function rejectRefund(ctx: Context, row: RefundRow, reason: string): Promise<RefundRow> {
  const payment = await lockPayment(ctx.db, row.payment_id)
  if (!payment) throw new Refusal('not_found')
  const refused = await updateRefund(ctx.db, row.id, { state: 'refused', error: reason.slice(0, 300) })
  const providerId = await findRefundProvider(ctx.db, row.id)
  if (providerId === undefined) return refused
  if (await hasUndecidedChargeBack(ctx.db, payment.id)) throw new Refusal('charge_back_open')
  // The payment was transferred to another artist, who is paid from the rest of it.
  if (providerId !== payment.provider_id) throw new Refusal('refund_needed')
  const restored = await reverse(ctx, refused, payment, 'Refused by a second operator')
  await getPayableHandlers(payment.kind).refundRefused?.(ctx, refused, restored)
  return refused
}

/**
 * Closes recorded refunds that await approval, up to the amount of the lost dispute, so that the customer is not
 * refunded twice. A remaining amount becomes a separate request. Requires the payment's lock. Returns the updated
 * payment, the amount that the customer is due in any case, and the platform's part of it.
 */
export async function replaceWaitingRefunds(
  ctx: Context,
  locked: PaymentRow,
  takenMinor: Minor,
): Promise<{ payment: PaymentRow; amountMinor: Minor; feeBackMinor: Minor }> {
  let [payment, amountMinor, feeBackMinor] = [locked, 0, 0]
  for (const row of await listRecordedWaitingRefunds(ctx.db, [locked.id])) {
    const replacedMinor = Math.min(takenMinor - amountMinor, row.amount_minor)
    if (replacedMinor === 0) break
    const feeHere = Math.round((row.fee_back_minor * replacedMinor) / row.amount_minor)
    const closed = await updateRefund(ctx.db, row.id, {
      state: 'refused',
      error: 'The customer’s bank has already taken this money back.',
    })
    payment = await reverse(ctx, closed, payment, 'Reversed by the bank')
    if (replacedMinor < row.amount_minor)
      payment = await requestRest(ctx, row, payment, {
        amount_minor: row.amount_minor - replacedMinor,
        fee_back_minor: row.fee_back_minor - feeHere,
      })
    amountMinor += replacedMinor
    feeBackMinor += feeHere
  }
  return { payment, amountMinor, feeBackMinor }
}

async function requestRest(
  ctx: Context,
  row: RefundRow,
  payment: PaymentRow,
  rest: Pick<RefundRow, 'amount_minor' | 'fee_back_minor'>,
): Promise<PaymentRow> {
  const { payment_id, borne_by, reason, voucher_id, asked_by } = row
  const made = await insertRefund(ctx.db, {
    payment_id,
    borne_by: borne_by as Bearer | null,
    reason,
    voucher_id,
    asked_by,
    ...rest,
    fact: `${row.fact}:rest`,
    state: 'asked',
    released_by: null,
    next_at: null,
    created_at: row.created_at,
  })
  if (made) await recordRefundDue(ctx, made, payment)
  return (await lockPayment(ctx.db, payment.id)) ?? payment
}

/** The money is held for the job again. */
async function reverse(ctx: Context, row: RefundRow, payment: PaymentRow, note: string): Promise<PaymentRow> {
  const providerId = getProviderOfPayment(payment)
  await lockAccounts(ctx.db, providerId)
  await postMovement(
    ctx.db,
    { kind: 'refund_refused', providerId, amountMinor: row.amount_minor, feeBackMinor: row.fee_back_minor },
    { ...buildRefundMovement(ctx, row, payment), fact: `refund_refused:${row.id}`, note },
  )
  return updatePayment(ctx.db, payment.id, {
    refunded_minor: payment.refunded_minor - row.amount_minor,
    fee_refunded_minor: payment.fee_refunded_minor - row.fee_back_minor,
  })
}
