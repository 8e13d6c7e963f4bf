import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { StatementRow } from '#contract/payments/statements.ts'
import { Statement } from './statement.tsx'

const row = {
  at: '2026-11-14T23:30:00Z',
  day: '2026-11-15',
  booking: 'Wedding, Sat 12 June 2027',
  bookingNumber: '1207',
  customer: 'Leila Haddad',
  type: 'deposit',
  paid: 67.5,
  fee: 42,
  yours: 25.5,
  paidOut: 0,
  payoutNumber: null,
  balance: 125.5,
  whole: 270,
}
const shown = (...rows: object[]) =>
  renderToString(
    <Statement
      statement={{
        rows: rows as StatementRow[],
        currency: 'GBP',
        opening: 100,
        closing: 125.5,
        totals: { paid: 67.5, fee: 42, yours: 25.5, paidOut: 0 },
      }}
      country="GB"
    />,
  ).replaceAll('<!-- -->', '')

test('a row covers the whole job: the fee is of the total price, not of the deposit', () => {
  const html = shown(row)
  expect(html).toContain('Whole booking £270.00 · fee £42.00 · on the day £202.50 · payout £25.50 ·')
  expect(html).toContain('you earn £228.00')
})

test('an entry that is not a job has no job details', () => {
  expect(shown({ ...row, whole: null })).not.toContain('on the day')
})

test('a row names the local day, the booking, the customer, its type and the balance', () => {
  const html = shown(row)
  for (const text of [
    /Sun 15 November( 2026)?</,
    '1207',
    'Leila Haddad',
    'Wedding, Sat 12 June 2027',
    'Deposit',
    '£125.50',
  ])
    expect(html).toMatch(text)
  expect(html).toContain('Opening balance')
  expect(html).toContain('Closing balance')
  expect(shown({ ...row, customer: '' })).toContain('Deleted customer')
})

test('a row without a customer is named by its booking, its payout or its type', () => {
  const none = { ...row, bookingNumber: null, customer: '', whole: null }
  expect(shown(none)).toContain('<b class="bold">Wedding, Sat 12 June 2027</b>')
  const payout = { ...none, booking: '', type: 'payout', payoutNumber: 'P-00000050' }
  expect(shown(payout)).toContain('<b class="bold">Payout P-00000050</b>')
  expect(shown({ ...none, booking: '', type: 'correction' })).toContain('<b class="bold">Correction</b>')
})

test('on a phone, where the table has no head, the balance is labelled', () => {
  expect(shown(row)).toMatch(/<span[^>]*>Balance <\/span>£125\.50/)
})
