import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatCsv } from '#contract/csv.ts'
import { formatDate, zonedDay } from '#contract/format.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import type { statements, YearFigures } from '#contract/payments/statements.ts'
import { computeIncludedTax, taxOffices, getTaxYearSpan, getTaxYearOf } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerPayee } from './earnings.ts'
import {
  type BookedJob,
  type Days,
  getMovementSpan,
  getOwedBefore,
  listPayoutParts,
  type StatementLine,
  listStatementLines,
} from './statements.queries.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findPayoutById } from './payouts.queries.ts'
import { addDays } from '#server/platform/event-day.ts'
import { sumReversed } from './transfers.queries.ts'
import { formatStatementCsv } from './statement-table.ts'

const MOST_ROWS = 10_000

const daysOfMonth = (month: string): Days => {
  const [year = 0, no = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, no, 0)).toISOString().slice(0, 10) }
}

/** Returns a booking as documents and screens name it. */
export const presentJob = (
  { bookingNumber, customer, event, eventDate, otherwise }: BookedJob,
  country: Country,
): { booking: string; bookingNumber: string | null; customer: string } => ({
  booking: eventDate ? `${event || 'Booking'}, ${formatDate(eventDate, country)}` : otherwise,
  bookingNumber,
  customer,
})

/** Returns a statement as rows and as CSV. */
export async function getStatement(
  ctx: Context,
  { month, year }: InputOf<typeof statements.show>,
): Promise<OutputOf<typeof statements.show>> {
  const { id, tz, currency, country_code } = await getCallerPayee(ctx)
  const country = country_code as Country
  const days = month ? daysOfMonth(month) : year ? getTaxYearSpan(country, year) : null
  const lines = await listStatementLines(ctx.db, { providerId: id, currency, tz, days, most: MOST_ROWS })
  const owedBefore = (before: string | null) => getOwedBefore(ctx.db, { providerId: id, currency, tz, before })
  const openingMinor = days ? await owedBefore(days.from) : lines[0] ? await owedBefore(lines[0].at) : 0
  let balanceMinor = openingMinor
  const rows = lines.map((row) => {
    // Cash is the artist's already: Primp does not owe it.
    balanceMinor += (row.type === 'cash' ? 0 : row.yours) - row.paidOut
    return {
      at: row.at,
      day: row.day,
      ...presentJob(row, country),
      type: row.type,
      paid: toMajor(row.paid),
      fee: toMajor(row.fee),
      yours: toMajor(row.yours),
      paidOut: toMajor(row.paidOut),
      payoutNumber: row.payoutId && formatPayoutNumber(row.payoutId),
      balance: toMajor(balanceMinor),
      whole: row.whole === null ? null : toMajor(row.whole),
    }
  })
  const total = (column: 'paid' | 'fee' | 'yours' | 'paidOut') =>
    toMajor(lines.reduce((sum, line) => sum + line[column], 0))
  const statement = {
    rows,
    currency,
    opening: toMajor(openingMinor),
    closing: toMajor(await owedBefore(days && addDays(days.to, 1))),
    totals: { paid: total('paid'), fee: total('fee'), yours: total('yours'), paidOut: total('paidOut') },
  }
  return { ...statement, lines: formatStatementCsv(statement) }
}

/** A part without a booking has an empty name. */
export async function getPayout(
  ctx: Context,
  { payoutId }: InputOf<typeof statements.payout>,
): Promise<OutputOf<typeof statements.payout>> {
  const { id, country_code } = await getCallerPayee(ctx)
  const row = await findPayoutById(ctx.db, payoutId)
  if (!row || row.provider_id !== id || row.refused_to_us) throw new Refusal('not_found')
  const returnedMinor = await sumReversed(ctx.db, row.id)
  return {
    payout: {
      id: row.id,
      number: formatPayoutNumber(row.id),
      amount: toMajor(row.amount_minor),
      returned: toMajor(returnedMinor),
      bank: toMajor(row.bank_minor ?? row.amount_minor - returnedMinor),
      currency: row.currency,
      state: row.state,
      createdAt: new Date(row.created_at).toISOString(),
      paidAt: row.paid_at ? new Date(row.paid_at).toISOString() : null,
      parts: (await listPayoutParts(ctx.db, row.id)).map((part) => ({
        ...presentJob(part, country_code as Country),
        type: part.type,
        paid: toMajor(part.paid ?? 0),
        fee: toMajor(part.fee ?? 0),
        part: toMajor(part.part),
      })),
    },
  }
}

/** Formats the number of a payout. */
const formatPayoutNumber = (id: string): string => `P-${id.slice(0, 8).toUpperCase()}`

type Sums = { received: Minor; tips: Minor; fee: Minor; yours: Minor; tax: Minor; paidOut: Minor; bookings: number }

/** Counts receipts by payment date. */
export async function getTaxYear(
  ctx: Context,
  { year: asked }: InputOf<typeof statements.year>,
): Promise<OutputOf<typeof statements.year>> {
  const { id, tz, currency, country_code } = await getCallerPayee(ctx)
  const country = country_code as Country
  const year = asked ?? getTaxYearOf(country, zonedDay(ctx.now.toISOString(), tz))
  const days = getTaxYearSpan(country, year)
  const rows = await listStatementLines(ctx.db, { providerId: id, currency, tz, days, most: MOST_ROWS })
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
    boxes: taxBoxes(country, sums).map(({ box, what, minor }) => ({ box, what, amount: toMajor(minor) })),
  }
  return { figures, years: await yearsOf(ctx, country, id, tz), lines: linesOf(figures) }
}

function sumsOf(rows: readonly StatementLine[]): Sums {
  const sums = { received: 0, tips: 0, fee: 0, yours: 0, tax: 0, paidOut: 0, bookings: 0 }
  for (const row of rows) {
    sums.paidOut += row.paidOut
    if (row.kind === 'paid_out' || row.kind === 'reversal') continue
    // Receipts are fee plus earnings, including cash.
    const received = row.fee + row.yours
    sums.received += received
    sums.fee += row.fee
    sums.yours += row.yours
    if (row.tip) sums.tips += received
    else if (row.taxPercent) sums.tax += computeIncludedTax(received, row.taxPercent)
    if (row.deposit) sums.bookings += 1
  }
  return sums
}

const present = ({ bookings, ...sums }: Sums): YearFigures['sums'] => ({
  bookings,
  received: toMajor(sums.received),
  tips: toMajor(sums.tips),
  fee: toMajor(sums.fee),
  yours: toMajor(sums.yours),
  tax: toMajor(sums.tax),
  paidOut: toMajor(sums.paidOut),
})

/** Returns the calendar months of a year: thirteen if it begins mid-month. */
function monthsOf(from: string): string[] {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number)
  return Array.from({ length: day === 1 ? 12 : 13 }, (_, i) =>
    new Date(Date.UTC(year, month - 1 + i, 1)).toISOString().slice(0, 7),
  )
}

async function yearsOf(ctx: Context, country: Country, providerId: string, tz: string): Promise<number[]> {
  const now = getTaxYearOf(country, zonedDay(ctx.now.toISOString(), tz))
  const { first } = await getMovementSpan(ctx.db, providerId, tz)
  const from = first ? Math.min(now, getTaxYearOf(country, first)) : now
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
  return formatCsv([
    ['Month', 'Bookings', 'Received', 'Tips', 'Fee', figures.taxName ?? 'Tax', 'Yours', 'Paid out', 'Currency'],
    ...figures.months.map(({ month, ...sums }) => row(month, sums)),
    row(`${figures.from} to ${figures.to}`, figures.sums),
    [],
    ['Box', 'What', 'Amount'],
    ...figures.boxes.map(({ box, what, amount }) => [box, what, two(amount)]),
  ])
}

/** Yearly totals for tax forms, in minor units, including tips. */
type Declared = { received: Minor; fee: Minor; tax: Minor }
type Box = { box: string; what: string; minor: Minor }

/**
 * Returns the tax form boxes that the platform has figures for. Artists registered for VAT or GST declare net sales,
 * with the tax on a separate return. Sources: docs/decisions/0041-books-for-accountants.md.
 */
function taxBoxes(country: Country, { received, fee, tax }: Declared): Box[] {
  const sales = received - tax
  switch (country) {
    case 'GB':
      return [
        { box: 'SA103S, box 9', what: 'Turnover', minor: sales },
        { box: 'SA103S, box 19', what: 'Other allowable business expenses: fees to the platform', minor: fee },
        ...(tax ? [{ box: 'VAT return, box 1', what: 'VAT due on sales', minor: tax }] : []),
        ...(tax ? [{ box: 'VAT return, box 6', what: 'Sales without VAT', minor: sales }] : []),
      ]
    case 'AU':
      return [
        { box: 'Business and professional items, P8', what: 'Other business income', minor: sales },
        { box: 'Business and professional items, P8', what: 'All other expenses: fees to the platform', minor: fee },
        ...(tax ? [{ box: 'Activity statement, G1', what: 'Total sales, GST among them', minor: received }] : []),
        ...(tax ? [{ box: 'Activity statement, 1A', what: 'GST on sales', minor: tax }] : []),
      ]
    case 'US':
      return [
        { box: 'Schedule C, line 1', what: 'Gross receipts', minor: received },
        { box: 'Schedule C, line 10', what: 'Commissions and fees', minor: fee },
      ]
    case 'CA':
      return [
        { box: 'Form T2125, line 8299', what: 'Gross business income', minor: sales },
        { box: 'Form T2125, line 8871', what: 'Management and administration fees', minor: fee },
        ...(tax ? [{ box: 'GST/HST return, line 101', what: 'Sales and other revenue', minor: sales }] : []),
        ...(tax ? [{ box: 'GST/HST return, line 105', what: 'Total GST/HST', minor: tax }] : []),
      ]
  }
}
