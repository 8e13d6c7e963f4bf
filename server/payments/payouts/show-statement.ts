import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { earnings } from '#contract/payments/payments.ts'
import { zonedDay } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { statementOf } from './earnings-queries.ts'
import { ownPayee } from './show-earnings.ts'

const MOST_ROWS = 5_000

/** The rows of a statement, and the same as lines of a CSV file. */
export async function showStatement(
  ctx: Context,
  { month }: InputOf<typeof earnings.statement>,
): Promise<OutputOf<typeof earnings.statement>> {
  const { id, tz, currency } = await ownPayee(ctx)
  const rows = (await statementOf(ctx.db, id, currency, tz, month ?? null, MOST_ROWS)).map((row) => ({
    at: row.at,
    booking: row.booking,
    paid: major(Number(row.paid)),
    fee: major(Number(row.fee)),
    yours: major(Number(row.yours)),
    paidOut: major(Number(row.paid_out)),
  }))
  const lines = [
    ['Date', 'Booking', 'Deposit', 'Fee', 'Yours', 'Paid out', 'Currency'],
    ...rows.map((row) => [
      zonedDay(row.at, tz),
      row.booking,
      ...[row.paid, row.fee, row.yours, row.paidOut].map((amount) => amount.toFixed(2)),
      currency,
    ]),
  ]
  return { rows, currency, lines: lines.map((line) => `${line.map(field).join(',')}\r\n`).join('') }
}

// A spreadsheet takes a text that begins so for a formula.
const field = (text: string): string => {
  const plain = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
