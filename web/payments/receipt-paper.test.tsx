import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Receipt } from '#contract/payments/payments.ts'
import { ReceiptPaper } from './receipt-paper.tsx'

// The API client needs a page address.
vi.mock('#web/platform/api/browser.ts', () => ({}))

const look = { kind: 'look', label: 'Makeup', count: 2, unit: 52, amount: 104, people: [1, 2], minutes: 45 } as const
const booking: NonNullable<Receipt['booking']> = {
  number: 137,
  event: 'Birthday',
  eventDate: '2027-06-16',
  place: 'Hackney, London, England, United Kingdom',
  timeZone: 'Europe/London',
  people: 2,
  state: 'booked',
  lines: [{ ...look, people: [1, 2], parts: [{ serviceId: 'makeup', label: 'Makeup', unit: 52 }] }],
  total: 104,
  later: null,
  balance: 78,
  onlineBalance: false,
  heldUntil: null,
}
const deposit = { at: '2026-11-20T09:00:00Z', what: 'deposit', how: 'card', amount: 26, partner: null } as const
function paper(change: Partial<Receipt> = {}): string {
  const receipt: Receipt = {
    id: '00000000-0000-4000-8000-000000000000',
    number: '136',
    description: 'Deposit, Birthday',
    name: 'Ana Duarte',
    provider: 'Mia Hollis',
    legalName: 'Primp Ltd',
    supportEmail: 'help@primp.test',
    booking,
    rows: [deposit],
    paid: 26,
    refunded: 0,
    open: 78,
    sellerName: null,
    tax: null,
    currency: 'GBP',
    countryCode: 'GB',
    test: false,
    ...change,
  }
  const Stub = createRoutesStub([{ path: '/', Component: () => <ReceiptPaper heading="h1" receipt={receipt} /> }])
  return renderToString(<Stub />)
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll(/\|+/g, '|')
}

test('a receipt shows services, total, how the deposit was paid, and what is left to pay and how', () => {
  const text = paper()
  expect(text).toContain('|Receipt 136|Partly paid|')
  expect(text).toContain('|Event|Birthday|Wed 16 June 2027, Hackney, London|Booking|137|')
  expect(text).toContain('|2 x Makeup|£52 each|£104.00|Total for 2 people|£104.00|')
  expect(text).toContain('|Deposit|Fri 20 November 2026, by card|£26.00|Total paid|£26.00|')
  expect(text).toContain('|Left to pay|To Mia on the day|£78.00|')
  const later = { ...booking, later: { amount: 20, at: '2027-05-01T09:00:00Z' }, balance: 58, onlineBalance: true }
  expect(paper({ booking: later })).toContain(
    '|Rest of the deposit, from your card on Sat 1 May 2027|£20.00|To Mia, online or on the day|£58.00|',
  )
})

test('a receipt names refunds, cash on the day, and bookings that did not take place', () => {
  const refund = { at: '2026-11-21T09:00:00Z', what: 'refund', how: 'card', amount: -26, partner: null } as const
  const cancelled = { ...booking, state: 'cancelled', balance: 0 } as const
  const back = paper({ booking: cancelled, rows: [deposit, refund], refunded: 26, open: 0 })
  expect(back).toContain('|Booking cancelled|Refunded|')
  expect(back).toContain('|Refund|Sat 21 November 2026, to your card|−£26.00|')
  expect(back).toContain('|Refunded in full. Nothing left to pay.|')
  expect(paper({ booking: cancelled, open: 0 })).toContain('|Not refunded|£26.00|')
  const held = paper({ booking: { ...cancelled, heldUntil: '2026-11-23T09:00:00Z' }, open: 0 })
  expect(held).toContain(
    '|Held for another artist|until Mon 23 November 2026, then refunded if you do not choose one|£26.00|',
  )
  const cash = { at: '2027-06-16T12:00:00Z', what: 'balance', how: 'cash', amount: 78, partner: null } as const
  const whole = paper({ booking: { ...booking, balance: 0 }, rows: [deposit, cash], paid: 104, open: 0 })
  expect(whole).toContain('|Receipt 136|Paid|')
  expect(whole).toContain('|Balance|Wed 16 June 2027, to the artist on the day|£78.00|Total paid|£104.00|')
})

test('a receipt names the partner that paid the deposit and got the refund, and nobody for what the customer paid', () => {
  const account = { how: 'account', partner: 'Castle Rooms' } as const
  const refund = { ...deposit, ...account, what: 'refund', amount: -26 } as const
  const balance = { ...deposit, what: 'balance', amount: 78 } as const
  const text = paper({ rows: [{ ...deposit, ...account }, balance, refund], paid: 104, refunded: 26, open: 0 })
  expect(text).toContain('|Deposit|Fri 20 November 2026, by Castle Rooms|£26.00|')
  expect(text).toContain('|Balance|Fri 20 November 2026, by card|£78.00|')
  expect(text).toContain('|Refund|Fri 20 November 2026, to Castle Rooms|−£26.00|')
})

test('the receipt of a gift voucher has no services', () => {
  const text = paper({ booking: null, open: null, description: 'Gift voucher for Zoe', provider: 'Primp Ltd' })
  expect(text).toContain('|Paid|Gift voucher for Zoe|Seller|Primp Ltd|')
  expect(text).not.toContain('Services')
})
