import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import { actAsOne } from '#server/accounts/index.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findRefund, lockPayment, lockRefund, recordedFor } from '#server/payments/queries.ts'
import { approveRefund, refuseRefund } from '#server/payments/refunds/waiting-refunds.ts'
import { changeRefund } from './change-refund.ts'

type Answer = OutputOf<typeof money.refund>

/**
 * Approves or refuses a refund that waits for a second operator. Whoever asked for it, also through an account that one of the two
 * created, can only withdraw a standalone request: refusing a refund that is recorded with a larger act moves money too.
 */
export async function decideRefund(
  ctx: Context,
  { refundId, approve, reason }: InputOf<typeof money.decideRefund>,
): Promise<Answer> {
  return changeRefund(ctx, async (ctx) => {
    const known = await findRefund(ctx.db, refundId)
    // The payment is locked first, as by everything else that changes its refunds.
    const payment = known && (await lockPayment(ctx.db, known.payment_id))
    const row = payment && (await lockRefund(ctx.db, refundId))
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'asked') throw new Refusal('state_changed')
    const me = ctx.viewer.accountId ?? ''
    const movesMoney = approve || (await recordedFor(ctx.db, row.id)) !== undefined
    if (movesMoney && row.asked_by && (await actAsOne(ctx.db, row.asked_by, me))) throw new Refusal('second_person')
    const now = approve ? await approveRefund(ctx, row, me) : await refuseRefund(ctx, row, reason)
    await record(ctx, {
      act: approve ? 'refund.approve' : 'refund.refuse',
      subject: { kind: 'refund', id: row.id },
      after: { amountMinor: row.amount_minor },
      reason,
    })
    return now
  })
}
