import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PayoutPaper } from '#contract/payments/statements.ts'
import { PayoutParts } from './payout-parts.tsx'

const part = {
  booking: 'Wedding, Sat 14 November 2026',
  bookingNumber: '137',
  customer: 'Ana Duarte',
  type: 'deposit',
  paid: 224,
  fee: 34,
  part: 190,
}
const shown = (change: object, payout: object = {}) =>
  renderToString(
    <PayoutParts
      payout={
        {
          amount: 190,
          returned: 0,
          bank: 190,
          currency: 'GBP',
          state: 'paid',
          parts: [{ ...part, ...change }],
          ...payout,
        } as PayoutPaper
      }
    />,
  ).replaceAll('<!-- -->', '')

test('a payment names the client, the booking and the fee that leads to the amount paid out', () => {
  const html = shown({})
  expect(html).toContain('Ana Duarte')
  expect(html).toContain('Wedding, Sat 14 November 2026, booking 137')
  expect(html).toContain('Deposit: customer paid £224.00, less our fee of £34.00')
  expect(html).toContain('£190.00')
  expect(html).not.toContain('Other payouts')
})

test('a payment whose money is in two payouts, or was refunded later, says so: the sum always adds up', () => {
  expect(shown({ part: 100 })).toContain('less our fee of £34.00. Other payouts have £90.00 of it.')
  expect(shown({ paid: 204 })).toContain('customer paid £204.00, less our fee of £34.00. £20.00 was refunded after')
  expect(shown({ fee: 0, part: 224 })).toContain('Deposit: customer paid £224.00, no fee')
})

test('a part without a booking is named', () => {
  expect(shown({ booking: '', bookingNumber: null, customer: '' })).toContain('Corrections and other amounts')
})
