import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Receipt } from '#contract/payments/payments.ts'
import { ReceiptPaper } from './receipt-paper.tsx'

const receipt: Receipt = {
  id: '00000000-0000-4000-8000-000000000001',
  number: '1001',
  description: 'Deposit, Wedding, Sat 12 June 2027',
  name: 'Leila Marsh',
  provider: 'Mia Vale',
  legalName: 'Primp Ltd',
  supportEmail: 'help@primp.test',
  rows: [
    { at: '2026-11-20T09:00:00Z', what: 'deposit', amount: 13, partner: 'Castle Rooms' },
    { at: '2026-11-22T09:00:00Z', what: 'balance', amount: 39, partner: null },
    { at: '2026-11-24T09:00:00Z', what: 'refund', amount: -13, partner: 'Castle Rooms' },
  ],
  paid: 52,
  refunded: 13,
  open: 0,
  sellerName: null,
  tax: null,
  currency: 'GBP',
  countryCode: 'GB',
  test: false,
}

test('a receipt names the partner that paid the deposit and got the refund, and nobody for what the customer paid', () => {
  const Page = createRoutesStub([{ path: '/', Component: () => <ReceiptPaper receipt={receipt} heading="h1" /> }])
  const html = renderToStaticMarkup(<Page />)
  const text = html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|')
  expect(text).toContain('|Deposit, paid by Castle Rooms|£13.00|')
  expect(text).toContain('|Balance|£39.00|')
  expect(text).toContain('|Refund to Castle Rooms|')
})
