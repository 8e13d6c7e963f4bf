import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Appointment } from '#contract/appointments/appointment.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { buildRepeatedSearch } from './again-card.tsx'
import { BookingView } from './booking-view.tsx'

// The API client needs a page address.
vi.mock('#web/platform/api/browser.ts', () => ({ browserApi: () => ({}) }))

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

const settings = {
  store: { id: '1', slug: 'beauty' },
  category: { slug: 'makeup-hair-styling', label: '' },
  serviceTypes: [],
}

test('booking again searches for the same people, services, place and ready-by time on another day', () => {
  const address = { placeName: 'Hackney, London', countryCode: 'GB', neighborhood: 'Hackney' }
  const people = [
    { count: 2, services: ['makeup', 'updo'] },
    { count: 1, services: ['makeup'] },
  ]
  const saved = {
    location: { coordinates: [-0.055, 51.545], addressFull: address },
    appointmentSpot: { eventDate: '2026-06-12', finishTime: '13:30' },
    people,
  } as unknown as SavedSearch
  expect(buildRepeatedSearch(saved, settings, '2027-06-12')).toMatchObject({
    location: { coordinates: [-0.055, 51.545], address },
    eventDate: '2027-06-12',
    finishTime: '13:30',
    people,
    services: ['makeup', 'updo', 'makeup', 'updo', 'makeup'],
  })
})

function draw(startsAt: string, endsAt: string, state: Appointment['state'] = 'booked'): string {
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
    provider: { name: 'Mia Shah', slug: 'mia', artists: ['Mia'] },
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
    state,
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
  } as unknown as Appointment
  const Stub = createRoutesStub([
    { path: '/', Component: () => <BookingView appointment={appointment} onChange={() => {}} onReload={() => {}} /> },
  ])
  return renderToString(<Stub />)
}

test('the page of a booking shows refunds on cancellation before it only, and booking again afterwards only', () => {
  const ahead = draw(at(48), at(50))
  expect(ahead).toContain('Refunds if you cancel')
  expect(ahead).not.toContain('id="again"')
  for (const over of [draw(at(-4), at(-2)), draw(at(-100), at(-98), 'completed'), draw(at(48), at(50), 'cancelled')]) {
    expect(over).not.toContain('Refunds if you cancel')
    expect(over).toContain('id="again"')
  }
})
