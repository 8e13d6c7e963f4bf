import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorFees } from '#contract/operator/fees.ts'
import { catalogNow, removeFeeRule } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { aboutRule } from './rule-now.ts'

/** Takes back a rule that has not begun. */
export async function removeOperatorFee(
  ctx: Context,
  { ruleId, reason }: InputOf<typeof operatorFees.remove>,
): Promise<OutputOf<typeof operatorFees.remove>> {
  const catalog = await catalogNow(ctx.database)
  await ctx.transaction(async (inner) => {
    await removeFeeRule(inner, ruleId, { reason, ...(await aboutRule(inner, catalog, ruleId)) })
  })
  return { removed: true }
}
