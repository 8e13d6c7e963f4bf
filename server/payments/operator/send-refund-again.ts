import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockRefund, updateRefund } from '#server/payments/queries.ts'
import { changeRefund } from './change-refund.ts'

type Answer = OutputOf<typeof money.refund>

/** Sends a refund again that the gateway refused. */
export async function sendRefundAgain(
  ctx: Context,
  { refundId, reason }: InputOf<typeof money.sendRefund>,
): Promise<Answer> {
  return changeRefund(ctx, async (ctx) => {
    const row = await lockRefund(ctx.db, refundId)
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'failed') throw new Refusal('state_changed')
    await record(ctx, { act: 'refund.send', subject: { kind: 'refund', id: row.id }, reason })
    // Its attempts go on counting: the gateway is asked first whether it has it. What it gave and the bank sent back
    // was done under a key that is spent.
    return updateRefund(ctx.db, row.id, {
      state: 'queued',
      next_at: ctx.now,
      attempts: Math.max(1, row.attempts),
      key_no: row.key_no + (row.gateway_id ? 1 : 0),
      faulted_at: null,
      error: '',
      gateway_id: null,
    })
  })
}
