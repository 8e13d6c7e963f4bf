import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { AppointmentSummary } from '#contract/appointments/appointment.ts'
import { NextBooking } from './next-booking.tsx'

const booking = {
  id: '1',
  state: 'booked',
  waits: null,
  cancelledBy: null,
  noShowOf: null,
  countryCode: 'GB',
  timeZone: 'Europe/London',
  eventDate: '2027-06-12',
  startsAt: '2027-06-12T08:00:00Z',
  endsAt: '2027-06-12T12:00:00Z',
  readyAt: '2027-06-12T12:30:00Z',
  event: 'Wedding',
  place: 'Hackney, London',
  people: 3,
  balance: 0,
  balancePaid: true,
  currency: 'GBP',
  provider: { name: 'Mia Hollis', artists: ['Mia'], profileImg: { src: '/a.svg', alt: '' } },
  customer: { name: 'Ana Duarte' },
} as unknown as AppointmentSummary

function textOf(expected: { title: string | null; arriveAt: string } | null): string {
  const card = <NextBooking booking={booking} looks={[]} conversationId={null} expected={expected} />
  const Stub = createRoutesStub([{ path: '/', Component: () => card }])
  return renderToString(<Stub />)
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('the card of the next booking shows the agreed times without an update of the day', () => {
  expect(textOf(null)).toContain('1:30 PM')
  expect(textOf(null)).toContain('9:00 AM')
})

test('on a late day the card shows the expected title and arrival instead of the agreed ones', () => {
  const late = textOf({ title: 'Sat 12 June, ready by about 2:00 PM', arriveAt: '2027-06-12T08:40:00Z' })
  expect(late).toContain('ready by about 2:00 PM')
  expect(late).toContain('9:40 AM')
  expect(late).not.toMatch(/1:30 PM|9:00 AM/)
})
