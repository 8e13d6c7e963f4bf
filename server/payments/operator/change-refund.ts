import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { presentRefund } from './present-money.ts'
import { operatorRefund } from './operator-queries.ts'
import type { RefundRow } from '#server/payments/queries.ts'
import { sendSoon } from '#server/payments/bank/send-due.ts'

type Answer = OutputOf<typeof money.refund>

/** Once it stands, the payment service is told at once. */
export async function changeRefund(ctx: Context, act: (ctx: Context) => Promise<RefundRow>): Promise<Answer> {
  const answer = await ctx.once(async (tx) => {
    const row = await operatorRefund(tx.db, (await act(tx)).id)
    if (!row) throw new Refusal('not_found')
    return { refund: presentRefund(row) }
  })
  await sendSoon(ctx)
  return answer
}
