import { z } from 'zod'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type operatorMoney as money, RefundCurrency, RefundLimit } from '#contract/operator/money.ts'
import { askApproval } from '#server/platform/oversight/approvals.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { saveSetting } from '#server/platform/settings.ts'
import { LIMITS_KEY, refundLimitsIn } from './refund-limits.ts'

/** What a refund limit should be, as it is kept until another operator agrees. */
export const RefundLimitWish = z.object({ currency: RefundCurrency, limit: RefundLimit })
type Wish = z.infer<typeof RefundLimitWish>

/** Sets from which amount of a currency on a second operator approves: lower at once, higher once another operator has agreed. */
export const setRefundLimit = (
  ctx: Context,
  { currency, limit, reason }: InputOf<typeof money.setRefundLimit>,
): Promise<OutputOf<typeof money.setRefundLimit>> =>
  ctx.transaction(async (ctx) => {
    const limits = await refundLimitsIn(ctx.db)
    if (limit <= (limits[currency] ?? 0)) {
      await keepRefundLimit(ctx, { currency, limit }, reason)
      return { limits: await refundLimitsIn(ctx.db), waits: false }
    }
    const subject = { id: currency, name: currency }
    await askApproval(ctx, { kind: 'refund_limit', subject, wanted: { currency, limit }, reason })
    return { limits, waits: true }
  })

/** Keeps a refund limit. In the caller's transaction. */
export async function keepRefundLimit(ctx: Context, { currency, limit }: Wish, reason: string): Promise<void> {
  const before = await refundLimitsIn(ctx.db)
  await saveSetting(ctx.database, ctx.db, LIMITS_KEY, { ...before, [currency]: limit }, ctx.now)
  await record(ctx, {
    act: 'setting.change',
    subject: { kind: 'setting', id: LIMITS_KEY, name: 'refundLimit' },
    before: before[currency],
    after: { currency, limit },
    reason,
  })
}
