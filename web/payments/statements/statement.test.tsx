import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { StatementRow } from '#contract/payments/statements.ts'
import { Statement } from './statement.tsx'

const row = {
  at: '2026-11-14T10:00:00Z',
  booking: 'PB-1 · Leila',
  paid: 67.5,
  fee: 42,
  yours: 25.5,
  paidOut: 0,
  whole: 270,
}
const shown = (...rows: object[]) =>
  renderToString(<Statement rows={rows as StatementRow[]} currency="GBP" country="GB" />).replaceAll('<!-- -->', '')

test('a row covers the whole job: the fee is of the total price, not of the deposit', () => {
  const html = shown(row)
  expect(html).toContain('Customer paid £270.00 · fee £42.00 · on the day £202.50 · payout £25.50 ·')
  expect(html).toContain('yours £228.00')
})

test('an entry that is not a job has no job details', () => {
  expect(shown({ ...row, whole: null })).not.toContain('Customer paid')
})
