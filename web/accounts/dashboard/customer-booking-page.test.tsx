import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Appointment } from '#contract/appointments/appointment.ts'
import CustomerBookingPage from './customer-booking-page.tsx'

// The API client needs a page address.
vi.mock('#web/platform/api/browser.ts', () => ({ browserApi: () => ({}) }))

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

function draw(startsAt: string, endsAt: string, more: object = {}): string {
  const plan = {
    arriveAt: startsAt,
    startAt: startsAt,
    doneAt: endsAt,
    readyBy: endsAt,
    spareMinutes: 0,
    setupMinutes: 0,
    timeZone: 'Europe/London',
    clocksChange: false,
    early: false,
    artists: ['Mia'],
    blocks: [
      { artist: 'Mia', artistIndex: 0, person: 1, serviceId: 's1', label: 'Makeup', from: startsAt, to: endsAt },
    ],
  }
  const appointment = {
    id: 'a1',
    side: 'customer',
    provider: { name: 'Mia Shah', slug: 'mia', artists: ['Mia'], profileImg: { src: '/mia.jpg', alt: '' } },
    customer: { id: 'c1', name: 'Leila Ahmed' },
    may: {},
    searchId: 's1',
    event: 'Wedding',
    place: 'Hackney, London',
    day: {},
    teamGuests: null,
    party: [],
    countryCode: 'GB',
    timeZone: 'Europe/London',
    eventDate: startsAt.slice(0, 10),
    mode: 'mobile',
    people: 1,
    state: 'booked',
    startsAt,
    endsAt,
    readyAt: endsAt,
    plan,
    planned: plan,
    said: [],
    elsewhere: [],
    names: ['Leila'],
    dayOf: { leftAt: null, arrivedAt: null, lateMinutes: null, doneAt: null },
    changedAt: startsAt,
    sequence: 0,
    guests: [],
    forms: [],
    acts: [],
    payments: [],
    credits: [],
    lines: [],
    mates: [],
    currency: 'GBP',
    total: 200,
    deposit: 60,
    balance: 140,
    paid: 60,
    refunded: 0,
    refundWaiting: 0,
    refund: {
      policy: 'fair',
      steps: [{ share: 100, until: null, refund: 60, keptByProvider: 0, keptByPlatform: 0 }],
      paid: 60,
      now: 60,
      coolingUntil: startsAt,
      countsFrom: startsAt,
    },
    patchTest: null,
    trial: null,
    move: null,
    problem: null,
    split: null,
    tip: null,
    tax: null,
    sharedWay: null,
    agreedBalance: null,
    laterDeposit: null,
    held: null,
    earnings: null,
    fee: null,
    ...more,
  } as unknown as Appointment
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: CustomerBookingPage }])
  return renderToString(<Stub hydrationData={{ loaderData: { page: { appointment } } }} />)
}

test('the page has deposit, calendar link and refunds before the day only, and booking again afterwards only', () => {
  const before = ['Deposit of £60.00 paid', 'calendar.ics', 'Refunds if you cancel']
  const ahead = draw(at(48), at(50))
  for (const part of before) expect(ahead).toContain(part)
  expect(ahead).not.toContain('id="again"')
  const ended = [{}, { state: 'completed' }, { state: 'cancelled', cancelledBy: 'customer' }]
  for (const over of ended.map((more) => draw(at(-4), at(-2), more))) {
    for (const part of before) expect(over).not.toContain(part)
    expect(over).toContain('id="again"')
  }
})

test('a booking that is over offers a review, booking again, the receipt and help, above the plan of its day', () => {
  const more = {
    state: 'completed',
    reviewed: false,
    conversationId: 'c1',
    payments: [{ id: 'p1', state: 'captured', gateway: 'stripe', email: 'leila@primp.test' }],
  }
  const text = draw(at(-4), at(-2), more)
  const order = [
    'Wedding with Mia Shah',
    'How was Mia?',
    '#again"',
    'Message Mia',
    'See receipt',
    'Get help',
    'What you paid',
    'Run sheet',
  ]
  expect(order.map((part) => text.indexOf(part)).filter((place) => place < 0)).toEqual([])
  expect(order.map((part) => text.indexOf(part))).toEqual(
    order.map((part) => text.indexOf(part)).toSorted((a, b) => a - b),
  )
  expect(draw(at(-4), at(-2), { ...more, reviewed: true })).not.toContain('How was Mia?')
  expect(draw(at(-4), at(-2), { ...more, state: 'disputed' })).not.toContain('#again"')
})

test('a cancelled booking says where the money is', () => {
  const cancelled = (more: object) =>
    draw(at(48), at(50), { state: 'cancelled', cancelledBy: 'customer', endedAt: at(-1), ...more }).replaceAll(
      '<!-- -->',
      '',
    )
  expect(cancelled({ refunded: 60 })).toContain('Your refund of £60.00 is on its way to your card.')
  const half = cancelled({ refunded: 30 })
  expect(half).toContain(
    'Your refund of £30.00 is on its way to your card. Under the fair policy, £30.00 is not refunded.',
  )
  expect(cancelled({})).toContain('We have told Mia Shah. Under the fair policy, £60.00 is not refunded.')
  const held = cancelled({ cancelledBy: 'provider', rescueUntil: at(24), may: { rescue: true } })
  expect(held).toContain('We are holding the £60.00 you paid')
  expect(held).toContain('href="/book/rescue/a1"')
})

test('the title follows the forecast of the day', () => {
  const late = {
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'late',
    undo: false,
    person: null,
    serviceId: null,
    minutes: 60,
    at: at(-1),
    acting: false,
  }
  const title = (said: unknown[]) => /<h1[^>]*>([^<]*)/.exec(draw(at(1), at(3), { said }))?.[1]
  expect(title([])).not.toContain('about')
  expect(title([late])).toMatch(/ready at about \d+:\d\d [AP]M$/)
})
