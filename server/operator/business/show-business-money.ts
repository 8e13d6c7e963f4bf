import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorBusiness } from '#contract/operator/business.ts'
import type { Context } from '#server/platform/context.ts'
import { askedOf } from './asked-of.ts'
import { moneyRows } from './business-queries.ts'

/** What was booked, taken, given back and disputed, by the week in which it was. */
export async function showBusinessMoney(
  ctx: Context,
  input: InputOf<typeof operatorBusiness.money>,
): Promise<OutputOf<typeof operatorBusiness.money>> {
  const { weeks, of } = await askedOf(ctx, input)
  const rows = await moneyRows(ctx.reads, of)
  return {
    weeks,
    rows: rows.map((row) => ({
      week: row.week,
      countryCode: row.country_code,
      categoryId: row.category_id,
      currency: row.currency,
      bookings: row.bookings,
      gross: major(Number(row.gross)),
      take: major(Number(row.take)),
      refunds: major(Number(row.refunds)),
      refunded: row.refunded,
      disputes: row.disputes,
    })),
  }
}
