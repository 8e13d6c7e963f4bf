import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Cohort, operatorBusiness } from '#contract/operator/business.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { zonesOf } from './asked-of.ts'
import { cohortRows } from './business-queries.ts'
import { monthsAfter, monthsTo } from '#server/platform/window.ts'

/** How many months back somebody can have come. */
const MONTHS = 12

/** Who came in each of the last twelve months, and how many of them were in a booking in each month since. */
export async function showCohorts(
  ctx: Context,
  { countryCode, categoryId }: InputOf<typeof operatorBusiness.cohorts>,
): Promise<OutputOf<typeof operatorBusiness.cohorts>> {
  const months = monthsTo(ctx.now, zonesOf(await catalogOf(ctx.database)), MONTHS)
  const rows = await cohortRows(ctx.reads, {
    from: months[0] as string,
    until: monthsAfter(months.at(-1) as string, 1),
    countryCode: countryCode ?? null,
    categoryId: categoryId ?? null,
  })
  const counted = new Map(rows.map(({ kind, month, active, n }) => [`${kind} ${month} ${active ?? ''}`, n]))
  const of = (kind: string): Cohort[] =>
    months.map((month, i) => ({
      month,
      size: counted.get(`${kind} ${month} `) ?? 0,
      active: months.slice(i).map((active) => counted.get(`${kind} ${month} ${active}`) ?? 0),
    }))
  return { months, customers: of('customers'), artists: of('artists') }
}
