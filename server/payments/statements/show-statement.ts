import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { zonedDay } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import type { statements } from '#contract/payments/statements.ts'
import { taxYear } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { ownPayee } from '#server/payments/payouts/show-earnings.ts'
import { csv } from './statement-lines.ts'
import { type Days, statementOf } from './statement-queries.ts'

/** The most rows of one statement: a few a day for ten years. */
export const MOST_ROWS = 10_000

/** The days of a month, YYYY-MM. */
const daysOfMonth = (month: string): Days => {
  const [year = 0, no = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, no, 0)).toISOString().slice(0, 10) }
}

/** The rows of a statement, and the same as lines of a CSV file. */
export async function showStatement(
  ctx: Context,
  { month, year }: InputOf<typeof statements.show>,
): Promise<OutputOf<typeof statements.show>> {
  const { id, tz, currency, country_code } = await ownPayee(ctx)
  const days = month ? daysOfMonth(month) : year ? taxYear(country_code as Country, year) : null
  const rows = (await statementOf(ctx.db, { providerId: id, currency, tz, days, most: MOST_ROWS })).map((row) => ({
    at: row.at,
    booking: row.booking,
    paid: major(row.paid),
    fee: major(row.fee),
    yours: major(row.yours),
    paidOut: major(row.paidOut),
    whole: row.whole === null ? null : major(row.whole),
  }))
  const lines = csv([
    ['Date', 'Booking', 'Deposit', 'Fee', 'Yours', 'Paid out', 'Currency'],
    ...rows.map((row) => [
      zonedDay(row.at, tz),
      row.booking,
      ...[row.paid, row.fee, row.yours, row.paidOut].map((amount) => amount.toFixed(2)),
      currency,
    ]),
  ])
  return { rows, currency, lines }
}
