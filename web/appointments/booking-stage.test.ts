import { expect, test } from 'vitest'
import { AppointmentState } from '#contract/appointments/appointment.ts'
import { bookingParts, getBookingStage } from './booking-stage.ts'

const [startsAt, endsAt] = ['2027-06-14T11:20:00Z', '2027-06-14T12:30:00Z']
const times = {
  before: '2027-06-14T11:19:59Z',
  during: '2027-06-14T11:20:00Z',
  after: '2027-06-14T12:30:00Z',
}
const stagesOf = (state: (typeof AppointmentState.options)[number]) =>
  Object.values(times).map((time) => getBookingStage({ state, startsAt, endsAt }, Date.parse(time)))

test('every state of a booking has one stage before, during and after its time', () => {
  expect(Object.fromEntries(AppointmentState.options.map((state) => [state, stagesOf(state)]))).toEqual({
    booked: ['ahead', 'underway', 'over'],
    completed: ['over', 'over', 'over'],
    cancelled: ['off', 'off', 'off'],
    no_show: ['off', 'off', 'off'],
    disputed: ['over', 'over', 'over'],
    settled: ['over', 'over', 'over'],
  })
})

test('only a booking that is ahead shows its deposit, calendar link and refunds on cancellation', () => {
  for (const part of ['paid', 'calendarLink', 'refunds'] as const)
    expect(Object.entries(bookingParts).flatMap(([stage, parts]) => (parts[part] ? [stage] : []))).toEqual(['ahead'])
})

test('a booking can be booked again exactly when it is over or off', () => {
  expect(Object.entries(bookingParts).flatMap(([stage, { again }]) => (again ? [stage] : []))).toEqual(['over', 'off'])
})
