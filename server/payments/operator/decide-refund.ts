import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import { actAsOne } from '#server/accounts/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockRefund } from '#server/payments/queries.ts'
import { approveRefund, refuseRefund } from '#server/payments/refunds/refund.ts'
import { changeRefund } from './change-refund.ts'

type Answer = OutputOf<typeof money.refund>

/** The second operator's word on a refund; never of who asked, nor through an account that one of them made. */
export async function decideRefund(
  ctx: Context,
  { refundId, approve, reason }: InputOf<typeof money.decideRefund>,
): Promise<Answer> {
  return changeRefund(ctx, async (ctx) => {
    const row = await lockRefund(ctx.db, refundId)
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'asked') throw new Refusal('state_changed')
    const me = ctx.viewer.accountId ?? ''
    if (approve && row.asked_by && (await actAsOne(ctx.db, row.asked_by, me))) throw new Refusal('second_person')
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
