import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBusiness } from '#contract/operator/business.ts'
import type { Context } from '#server/platform/context.ts'
import { askedOf } from './asked-of.ts'
import { funnelRows } from './business-queries.ts'

/** How many searched events came how far, by the week in which they were first searched. */
export async function showFunnel(
  ctx: Context,
  input: InputOf<typeof operatorBusiness.funnel>,
): Promise<OutputOf<typeof operatorBusiness.funnel>> {
  const { catalog, weeks, of } = await askedOf(ctx, input)
  const rows = await funnelRows(ctx.reads, of)
  return {
    weeks,
    kinds: [...catalog.categories.values()].map(({ id, label }) => ({ id, label })),
    rows: rows.map(({ country_code, category_id, ...counts }) => ({
      ...counts,
      countryCode: country_code,
      categoryId: category_id,
    })),
  }
}
