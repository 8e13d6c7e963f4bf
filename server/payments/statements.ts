import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import type { statements } from '#contract/payments/statements.ts'
import { getTaxYearSpan } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerPayee } from './earnings.ts'
import { type BookedJob, type Days, getOwedBefore, listPayoutParts, listStatementLines } from './statements.queries.ts'
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
