import { formatCsv } from '#contract/csv.ts'
import { formatCustomer, type Statement, statementTypes } from '#contract/payments/statements.ts'

/** Columns of a statement, the same in PDF and CSV, with their share of the page's width. */
export const statementColumns = [
  { label: 'Date', share: 5 },
  { label: 'Booking number', share: 4 },
  { label: 'Customer', share: 6 },
  { label: 'Job', share: 8 },
  { label: 'Type', share: 6 },
  { label: 'Customer paid', share: 5, amount: true },
  { label: 'Fee', share: 4, amount: true },
  { label: 'Yours', share: 5, amount: true },
  { label: 'Paid out', share: 5, amount: true },
  { label: 'Payout number', share: 5 },
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
export const formatStatementCsv = (statement: Statement): string =>
  formatCsv([
    [...statementColumns.map(({ label }) => label), 'Currency'],
    ...buildStatementTable(statement).map((cells) => [
      ...cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)),
      statement.currency,
    ]),
  ])
