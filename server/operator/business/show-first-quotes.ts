import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBusiness } from '#contract/operator/business.ts'
import type { Context } from '#server/platform/context.ts'
import { askedOf } from './asked-of.ts'
import { firstQuoteRows } from './business-queries.ts'

/** How long those who asked waited for the first price. */
export async function showFirstQuotes(
  ctx: Context,
  input: InputOf<typeof operatorBusiness.firstQuotes>,
): Promise<OutputOf<typeof operatorBusiness.firstQuotes>> {
  const { of } = await askedOf(ctx, input)
  const rows = (await firstQuoteRows(ctx.reads, of)).map(({ middle, most, ...row }) => ({
    ...row,
    middleMinutes: middle,
    mostMinutes: most,
  }))
  const nobody = { asked: 0, answered: 0, middleMinutes: null, mostMinutes: null }
  return {
    all: rows.find((row) => !row.week && !row.country_code && row.category_id === null) ?? nobody,
    weeks: rows.flatMap((row) => (row.week ? { ...row, week: row.week } : [])),
    markets: rows.flatMap((row) => (row.country_code ? { ...row, countryCode: row.country_code } : [])),
    kinds: rows.flatMap((row) => (row.category_id === null ? [] : { ...row, categoryId: row.category_id })),
  }
}
