import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import type { operatorFees } from '#contract/operator/fees.ts'
import { addFeeRule, catalogNow } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { saidScope, scopeOf, todaysOf } from './fee-scope.ts'
import { ruleNow } from './rule-now.ts'

/** Lets a rule hold for new quotes from its first day on. */
export async function addOperatorFee(
  ctx: Context,
  input: InputOf<typeof operatorFees.add>,
): Promise<OutputOf<typeof operatorFees.add>> {
  const catalog = await catalogNow(ctx.database)
  const { provider, countryCode, categoryId, providerId } = await scopeOf(ctx, catalog, input)
  const country = countryCode ?? provider?.country_code ?? null
  return ctx.transaction(async (inner) => {
    const id = await addFeeRule(
      inner,
      {
        country_code: countryCode,
        category_id: categoryId,
        provider_id: providerId,
        percent: input.percent,
        first_on: input.firstOn,
        last_on: input.lastOn ?? null,
        first_bookings: input.firstBookings ?? null,
        first_months: input.firstMonths ?? null,
        floor_minor: input.floor === undefined ? null : minor(input.floor),
        cap_minor: input.cap === undefined ? null : minor(input.cap),
        reason: input.reason,
      },
      {
        about: saidScope(catalog, { countryCode, categoryId, name: provider?.name ?? null }),
        today: todaysOf(catalog, country, ctx.now),
      },
    )
    return { rule: await ruleNow(inner, catalog, id) }
  })
}
