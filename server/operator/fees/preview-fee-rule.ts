import { catalogNow, feePayerOf } from '#server/catalog/index.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type FeePayer, type FeeRule, Fees, isIntroductory } from '#contract/fees.ts'
import { minor } from '#contract/money.ts'
import type { operatorFees } from '#contract/operator/fees.ts'
import type { Context } from '#server/platform/context.ts'
import { dayNumber } from '#server/providers/index.ts'
import { feeEffect } from './fee-effect.ts'
import { scopeOf, todaysOf } from './fee-scope.ts'

/** What a rule would do on the first day on which it would hold, by the rule of fees itself. */
export async function previewFeeRule(
  ctx: Context,
  input: InputOf<typeof operatorFees.preview>,
): Promise<OutputOf<typeof operatorFees.preview>> {
  const catalog = await catalogNow(ctx.database)
  const { provider, ...scope } = await scopeOf(ctx, catalog, input)
  const today = todaysOf(catalog, scope.countryCode ?? provider?.country_code ?? null, ctx.now).latest
  const day = input.firstOn > today ? input.firstOn : today
  const draft: FeeRule = {
    id: 'draft',
    countryCode: scope.countryCode,
    categoryId: scope.categoryId,
    providerNo: provider?.no ?? null,
    percent: input.percent,
    // It is shown as it would be, whatever was typed for the day.
    firstOn: day,
    lastOn: null,
    firstBookings: input.firstBookings ?? null,
    firstMonths: input.firstMonths ?? null,
    floorMinor: input.floor === undefined ? null : minor(input.floor),
    capMinor: input.cap === undefined ? null : minor(input.cap),
  }
  const book = (rules: readonly FeeRule[]) => (countryCode: string, categoryId: number) =>
    new Fees(rules, {
      countryCode,
      categoryId,
      day,
      usual: catalog.categoriesById.get(categoryId)?.feePercent ?? 0,
    })
  const example: FeePayer = provider
    ? feePayerOf(provider)
    : isIntroductory(draft)
      ? { no: 0, bookings: 0, since: dayNumber(day) }
      : { no: 0, bookings: Number.POSITIVE_INFINITY, since: Number.NEGATIVE_INFINITY }
  return feeEffect(ctx, catalog, {
    scope,
    example,
    before: kept(book(catalog.feeRules)),
    after: kept(book([draft, ...catalog.feeRules])),
  })
}

/** The same, each made once. */
function kept<T>(make: (country: string, category: number) => T): (country: string, category: number) => T {
  const made = new Map<string, T>()
  return (country, category) => {
    const key = `${country} ${category}`
    const one = made.get(key) ?? make(country, category)
    made.set(key, one)
    return one
  }
}
