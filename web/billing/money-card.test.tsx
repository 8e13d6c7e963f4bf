import { renderToString } from 'react-dom/server'
import type { ReactElement } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { StandingProblem } from '#web/bookings/problem-card.tsx'
import { MoneyCard } from './money-card.tsx'

const booking = (side: Appointment['side']) =>
  ({
    side,
    state: 'booked',
    currency: 'GBP',
    countryCode: 'GB',
    timeZone: 'Europe/London',
    eventDate: '2026-11-20',
    lines: [{ kind: 'look', label: 'Makeup', count: 1, unit: 552, amount: 552, parts: [], people: [1], minutes: 60 }],
    people: 1,
    provider: { name: 'Mia Hollis' },
    customer: { name: 'Ana Duarte' },
    payments: [],
    credits: [],
    total: 552,
    deposit: 138,
    balance: 414,
    balancePaid: false,
    fee: 55.2,
    earnings: 496.8,
    refunded: 0,
    refundWaiting: 0,
    inFull: false,
    tip: null,
    tax: null,
    agreedBalance: null,
    laterDeposit: null,
    may: { payBalance: false, addSide: true },
    problem: {
      by: 'customer',
      kind: 'late',
      text: 'An hour late.',
      state: 'open',
      pictures: [],
      otherSide: null,
      answerUntil: '2026-11-22T09:00:00Z',
      createdAt: '2026-11-20T09:00:00Z',
    },
  }) as unknown as Appointment

const draw = (element: ReactElement): string => {
  const Stub = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToString(<Stub />).replaceAll('<!-- -->', '')
}

test('an artist reads what they earn first, then the total and the fee that lead to it', () => {
  const html = draw(<MoneyCard appointment={booking('provider')} />)
  const order = ['You earn', '£496.80', 'Total', 'Our fee', '£55.20', 'Deposit paid'].map((part) => html.indexOf(part))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
  expect(html.match(/You earn/g)).toHaveLength(1)
})

test('an operator reads the payments first and what the artist earns below', () => {
  const html = draw(<MoneyCard appointment={booking('operator')} />)
  expect(html.indexOf('The artist earns')).toBeGreaterThan(html.indexOf('Deposit paid'))
})

test('an artist is asked once for their side of a reported problem', () => {
  const html = draw(<StandingProblem appointment={booking('provider')} onChange={() => {}} />)
  expect(html.match(/Tell us your side/g)).toHaveLength(1)
  expect(html).toContain('Answer by Sun 22 November')
})
