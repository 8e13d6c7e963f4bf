import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { zonedDay } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import { formatCustomer, type Statement, type statements, statementTypes } from '#contract/payments/statements.ts'
import { formatCsv } from '#contract/csv.ts'
import { getTaxYearSpan } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerPayee } from './earnings.ts'
import { type Days, getOwedBefore, listPayoutParts, listStatementLines } from './statements.queries.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findPayoutById } from './payouts.queries.ts'
import { addDays } from '#server/platform/event-day.ts'
import { presentJob } from './present-money.ts'
import { sumReversed } from './transfers.queries.ts'

const MOST_ROWS = 10_000

/** Returns the first and last day of a month (YYYY-MM). */
export const daysOfMonth = (month: string): Days => {
  const [year = 0, no = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, no, 0)).toISOString().slice(0, 10) }
}

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

/** Columns of a statement, the same in PDF and CSV, with their share of the page's width. */
export const statementColumns = [
  { label: 'Date', share: 7 },
  { label: 'Booking number', share: 4 },
  { label: 'Customer', share: 6 },
  { label: 'Job', share: 7 },
  { label: 'Type', share: 6 },
  { label: 'Customer paid', share: 5, amount: true },
  { label: 'Fee', share: 5, amount: true },
  { label: 'Yours', share: 5, amount: true },
  { label: 'Paid out', share: 5, amount: true },
  { label: 'Payout number', share: 6 },
  { label: 'Balance', share: 5, amount: true },
] as const

type Cell = string | number

/**
 * Returns the rows of a statement by column: opening balance, movements, totals, closing balance. An amount is a number
 * in major units, a day is YYYY-MM-DD.
 */
export function buildStatementTable({ rows, opening, closing, totals }: Statement): Cell[][] {
  const balanceRow = (label: string, balance: number): Cell[] => ['', '', '', '', label, '', '', '', '', '', balance]
  return [
    balanceRow('Opening balance', opening),
    ...rows.map((row) => [
      row.day,
      row.bookingNumber ?? '',
      formatCustomer(row),
      row.booking,
      statementTypes[row.type],
      row.paid,
      row.fee,
      row.yours,
      row.paidOut,
      row.payoutNumber ?? '',
      row.balance,
    ]),
    ['', '', '', '', 'Total', totals.paid, totals.fee, totals.yours, totals.paidOut, '', ''],
    balanceRow('Closing balance', closing),
  ]
}

/** Formats a statement as CSV, with the currency in a column of its own. */
const formatStatementCsv = (statement: Statement): string =>
  formatCsv([
    [...statementColumns.map(({ label }) => label), 'Currency'],
    ...buildStatementTable(statement).map((cells) => [
      ...cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)),
      statement.currency,
    ]),
  ])

/** A part without a booking has an empty name. */
export async function getPayout(
  ctx: Context,
  { payoutId }: InputOf<typeof statements.payout>,
): Promise<OutputOf<typeof statements.payout>> {
  const { id, tz, country_code } = await getCallerPayee(ctx)
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
      day: zonedDay(new Date(row.paid_at ?? row.created_at).toISOString(), tz),
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
export const formatPayoutNumber = (id: string): string => `P-${id.slice(0, 8).toUpperCase()}`
