import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { zonedDay } from '#contract/format.ts'
import { major, type Minor } from '#contract/money.ts'
import type { statements, YearFigures } from '#contract/payments/statements.ts'
import { taxIn, taxOffices, taxYear, taxYearOf } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { ownPayee } from '#server/payments/payouts/show-earnings.ts'
import { MOST_ROWS } from './show-statement.ts'
import { csv } from './statement-lines.ts'
import { firstAndLastDay, type StatementLine, statementOf } from './statement-queries.ts'
import { taxBoxes } from './tax-boxes.ts'

type Sums = { received: Minor; tips: Minor; fee: Minor; yours: Minor; tax: Minor; paidOut: Minor; bookings: number }

/** The figures of a tax year that the caller declares: received when the customer paid, month by month, and box by box of the office's forms. */
export async function showYear(
  ctx: Context,
  { year: asked }: InputOf<typeof statements.year>,
): Promise<OutputOf<typeof statements.year>> {
  const { id, tz, currency, country_code } = await ownPayee(ctx)
  const country = country_code as Country
  const year = asked ?? taxYearOf(country, zonedDay(ctx.now.toISOString(), tz))
  const days = taxYear(country, year)
  const rows = await statementOf(ctx.db, { providerId: id, currency, tz, days, most: MOST_ROWS })
  const sums = sumsOf(rows)
  const figures: YearFigures = {
    year,
    ...days,
    currency,
    countryCode: country,
    taxName: rows.some(({ taxPercent }) => taxPercent) ? taxOffices[country].tax : null,
    sums: present(sums),
    months: monthsOf(days.from).map((month) => ({
      month,
      ...present(sumsOf(rows.filter((row) => row.month === month))),
    })),
    boxes: taxBoxes(country, sums).map(({ box, what, minor }) => ({ box, what, amount: major(minor) })),
  }
  return { figures, years: await yearsOf(ctx, country, id, tz), lines: linesOf(figures) }
}

/** Sums of movements. Tips are given freely: there is no tax in them. */
function sumsOf(rows: readonly StatementLine[]): Sums {
  const sums = { received: 0, tips: 0, fee: 0, yours: 0, tax: 0, paidOut: 0, bookings: 0 }
  for (const row of rows) {
    sums.paidOut += row.paidOut
    if (row.kind === 'paid_out' || row.kind === 'reversal') continue
    // What customers paid is what was divided between the two: the platform's fee and the artist's part, cash with it.
    const received = row.fee + row.yours
    sums.received += received
    sums.fee += row.fee
    sums.yours += row.yours
    if (row.tip) sums.tips += received
    else if (row.taxPercent) sums.tax += taxIn(received, row.taxPercent)
    if (row.deposit) sums.bookings += 1
  }
  return sums
}

const present = ({ bookings, ...sums }: Sums): YearFigures['sums'] => ({
  bookings,
  received: major(sums.received),
  tips: major(sums.tips),
  fee: major(sums.fee),
  yours: major(sums.yours),
  tax: major(sums.tax),
  paidOut: major(sums.paidOut),
})

/** The calendar months that a year touches: thirteen where it begins within one. */
function monthsOf(from: string): string[] {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number)
  return Array.from({ length: day === 1 ? 12 : 13 }, (_, i) =>
    new Date(Date.UTC(year, month - 1 + i, 1)).toISOString().slice(0, 7),
  )
}

async function yearsOf(ctx: Context, country: Country, providerId: string, tz: string): Promise<number[]> {
  const now = taxYearOf(country, zonedDay(ctx.now.toISOString(), tz))
  const { first } = await firstAndLastDay(ctx.db, providerId, tz)
  const from = first ? Math.min(now, taxYearOf(country, first)) : now
  return Array.from({ length: now - from + 1 }, (_, i) => from + i)
}

const linesOf = (figures: YearFigures): string => {
  const two = (amount: number) => amount.toFixed(2)
  const row = (month: string, sums: YearFigures['sums']) => [
    month,
    String(sums.bookings),
    ...[sums.received, sums.tips, sums.fee, sums.tax, sums.yours, sums.paidOut].map(two),
    figures.currency,
  ]
  return csv([
    ['Month', 'Bookings', 'Received', 'Tips', 'Fee', figures.taxName ?? 'Tax', 'Yours', 'Paid out', 'Currency'],
    ...figures.months.map(({ month, ...sums }) => row(month, sums)),
    row(`${figures.from} to ${figures.to}`, figures.sums),
    [],
    ['Box', 'What', 'Amount'],
    ...figures.boxes.map(({ box, what, amount }) => [box, what, two(amount)]),
  ])
}
