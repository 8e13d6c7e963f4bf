import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMoney as money, RefundLimits } from '#contract/operator/money.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { saveSetting, settingIn } from '#server/platform/settings.ts'
import { LIMITS_KEY, limitsOf } from './refund-limits.ts'

/** Sets from which amount of a currency on a second operator approves. */
export async function setRefundLimit(
  ctx: Context,
  { currency, limit, reason }: InputOf<typeof money.setRefundLimit>,
): Promise<OutputOf<typeof money.setRefundLimit>> {
  return ctx.transaction(async (ctx) => {
    const before = limitsOf(await settingIn<number | Partial<RefundLimits>>(ctx.db, LIMITS_KEY))
    const limits = { ...before, [currency]: limit }
    await saveSetting(ctx.database, ctx.db, LIMITS_KEY, limits, ctx.now)
    await record(ctx, {
      act: 'setting.change',
      subject: { kind: 'setting', id: LIMITS_KEY, name: 'refundLimit' },
      before: before[currency],
      after: { currency, limit },
      reason,
    })
    return { limits }
  })
}
