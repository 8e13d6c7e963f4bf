import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorFees } from '#contract/operator/fees.ts'
import { catalogNow, endFeeRule } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { aboutRule, ruleNow } from './rule-now.ts'

/** Gives a rule another last day. */
export async function endOperatorFee(
  ctx: Context,
  { ruleId, lastOn, reason }: InputOf<typeof operatorFees.end>,
): Promise<OutputOf<typeof operatorFees.end>> {
  const catalog = await catalogNow(ctx.database)
  return ctx.transaction(async (inner) => {
    await endFeeRule(inner, ruleId, { lastOn, reason, ...(await aboutRule(inner, catalog, ruleId)) })
    return { rule: await ruleNow(inner, catalog, ruleId) }
  })
}
