import { renderToString } from 'react-dom/server'
import type { ReactElement } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Appointment } from '#contract/appointments/appointment.ts'
import type { Invitation } from '#contract/party/guests.ts'
import type { SharedSheet } from '#contract/party/live-day.ts'
import { type BookingStage, getBookingStage } from '#web/appointments/booking-stage.ts'
import { MoneyCard } from '#web/billing/money-card.tsx'
import { FormsCard } from '#web/preparation/forms-card.tsx'
import GroupSheet from './group-sheet-page.tsx'
import GuestPage from './guest-page.tsx'
import { SheetCard } from './sheet-card.tsx'

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** A booking of two hours, by its stage now; `off` once for each state that does not take place. */
const bookings: readonly { stage: BookingStage; state: Appointment['state']; startsAt: string; endsAt: string }[] = [
  { stage: 'ahead', state: 'booked', startsAt: at(24), endsAt: at(26) },
  { stage: 'underway', state: 'booked', startsAt: at(-1), endsAt: at(1) },
  { stage: 'over', state: 'booked', startsAt: at(-4), endsAt: at(-2) },
  { stage: 'over', state: 'completed', startsAt: at(-100), endsAt: at(-98) },
  { stage: 'over', state: 'disputed', startsAt: at(-100), endsAt: at(-98) },
  { stage: 'over', state: 'settled', startsAt: at(-100), endsAt: at(-98) },
  { stage: 'off', state: 'cancelled', startsAt: at(24), endsAt: at(26) },
  { stage: 'off', state: 'no_show', startsAt: at(-100), endsAt: at(-98) },
]

const planOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) => ({
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
  blocks: [{ artist: 'Mia', artistIndex: 0, person: 1, serviceId: 's1', label: 'Makeup', from: startsAt, to: endsAt }],
})

const sheetOf = (of: (typeof bookings)[number]) =>
  ({
    provider: 'Mia Shah',
    artists: ['Mia'],
    event: 'Wedding',
    place: 'Hackney, London',
    countryCode: 'GB',
    timeZone: 'Europe/London',
    eventDate: of.startsAt.slice(0, 10),
    mode: 'mobile',
    state: of.state,
    startsAt: of.startsAt,
    endsAt: of.endsAt,
    readyAt: of.endsAt,
    plan: planOf(of),
    planned: planOf(of),
    said: [],
    elsewhere: [],
    names: ['Leila'],
    dayOf: { leftAt: null, arrivedAt: null, lateMinutes: null, doneAt: null },
    changedAt: of.startsAt,
    sequence: 0,
  }) as unknown as SharedSheet

const appointmentOf = (of: (typeof bookings)[number], more: Partial<Appointment> = {}) =>
  ({
    ...sheetOf(of),
    id: 'a1',
    side: 'customer',
    provider: { name: 'Mia Shah', slug: 'mia', artists: ['Mia'] },
    customer: { id: 'c1', name: 'Leila Ahmed' },
    may: { change: false, payBalance: false },
    guests: [],
    inFull: false,
    forms: [{ name: 'Allergies and consent', number: 1, signedAt: null }],
    ...more,
  }) as unknown as Appointment

const invitationOf = (of: (typeof bookings)[number]) =>
  ({
    ...sheetOf(of),
    name: 'Zoe',
    booker: 'Leila',
    provider: 'Mia Shah',
    currency: 'GBP',
    chair: { from: of.startsAt, to: of.endsAt },
    services: [{ id: 's1', label: 'Makeup' }],
    offered: [],
    slug: 'mia-hollis',
    others: [],
    asks: null,
    declined: false,
    look: '',
    allergies: '',
    allergiesConsentAt: null,
    email: '',
    answeredAt: null,
    share: { key: 'k'.repeat(24), amount: 40 },
    sheetKey: 's'.repeat(24),
  }) as unknown as Invitation

const draw = (element: ReactElement, loaderData?: unknown): string => {
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: () => element }])
  return renderToString(<Stub hydrationData={{ loaderData: { page: loaderData } }} />)
}
const stagesWith = (shows: (of: (typeof bookings)[number]) => boolean): BookingStage[] => {
  const by = Map.groupBy(bookings, ({ stage }) => stage)
  const shown = [...by].filter(([, all]) => all.every(shows)).map(([stage]) => stage)
  const hidden = [...by].filter(([, all]) => !all.some(shows)).map(([stage]) => stage)
  // Bookings of one stage look the same.
  expect(shown.length + hidden.length).toBe(by.size)
  return shown
}

test('each booking of the table has the stage that it stands for', () => {
  for (const booking of bookings) expect(getBookingStage(booking)).toBe(booking.stage)
})

test('the run sheet and the forms card ask for signatures until the end of the day only', () => {
  const sheet = (of: (typeof bookings)[number]) => draw(<SheetCard appointment={appointmentOf(of)} />)
  expect(stagesWith((of) => sheet(of).includes('not signed yet'))).toEqual(['ahead', 'underway'])
  const card = (of: (typeof bookings)[number]) => draw(<FormsCard appointment={appointmentOf(of)} />)
  expect(stagesWith((of) => card(of) !== '')).toEqual(['ahead', 'underway'])
})

test('the run sheet has a lane for every working artist of the party', () => {
  const [ahead] = bookings
  const of = ahead as (typeof bookings)[number]
  const mate = (artist: string, person: number) => ({
    person,
    artist,
    label: 'Updo',
    plannedFrom: of.startsAt,
    from: of.startsAt,
    to: of.endsAt,
    state: 'ahead' as const,
  })
  const elsewhere = [mate('Temi Lark', 1), mate('Cleo Reed', 0)]
  const html = draw(<SheetCard appointment={appointmentOf(of, { elsewhere })} />)
  for (const part of ['>Mia<', '>Temi Lark<', '>Cleo Reed<', 'Another person', 'have ready: 3 chairs'])
    expect(html).toContain(part)
  expect(draw(<SheetCard appointment={appointmentOf(of)} />)).not.toContain('Temi Lark')
})

test('the group sheet has a calendar link before the day, and no run sheet if the day does not take place', () => {
  const page = (of: (typeof bookings)[number]) =>
    draw(<GroupSheet />, { sheet: sheetOf(of), key: 'k', countryCode: 'GB' })
  expect(stagesWith((of) => page(of).includes('calendar.ics'))).toEqual(['ahead'])
  expect(stagesWith((of) => page(of).includes('Please have ready'))).toEqual(['ahead', 'underway', 'over'])
  expect(stagesWith((of) => /has been cancelled|did not take place/.test(page(of)))).toEqual(['off'])
})

test('a guest’s page has no time, payment or form if the day does not take place', () => {
  const page = (of: (typeof bookings)[number]) =>
    draw(<GuestPage />, { invitation: invitationOf(of), after: null, key: 'k', countryCode: 'GB' })
  for (const part of ['Your time', '/split/', '/book/day/'])
    expect(stagesWith((of) => page(of).includes(part))).toEqual(['ahead', 'underway', 'over'])
  expect(stagesWith((of) => page(of).includes('<form'))).toEqual(['ahead'])
  expect(stagesWith((of) => page(of).includes('The day has started'))).toEqual(['underway'])
})

test.each(['customer', 'provider', 'operator'] as const)(
  'money that waits for another artist is held, not “not refunded”: %s',
  (side) => {
    const [, , , , , , cancelled] = bookings
    const money = {
      side,
      currency: 'GBP',
      lines: [],
      people: 1,
      payments: [],
      credits: [],
      total: 200,
      deposit: 60,
      balance: 140,
      paid: 60,
      refunded: 0,
      refundWaiting: 0,
      held: side === 'customer' ? null : { platform: 9, provider: 51 },
      earnings: null,
      tip: null,
      agreedBalance: null,
      laterDeposit: null,
    } as unknown as Partial<Appointment>
    const of = cancelled as (typeof bookings)[number]
    const html = (rescueUntil: string | null) =>
      draw(<MoneyCard appointment={appointmentOf(of, { ...money, rescueUntil })} />)
    expect(html(at(20))).toContain('Held for another artist until')
    expect(html(at(20))).not.toMatch(/Not refunded|You keep|The artist keeps/)
    expect(html(null)).not.toContain('Held for another artist')
  },
)
