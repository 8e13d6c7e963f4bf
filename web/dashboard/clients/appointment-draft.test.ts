import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PrivateAppointment, Visit } from '#contract/calendar/private-clients.ts'
import { draftNextVisit } from './appointment-draft.ts'

const visitOn = (eventDate: string, more: Partial<Visit> = {}): Visit => {
  const appointment = {
    eventDate,
    startTime: '10:30',
    minutes: 45,
    services: 'Brows',
    place: '',
    coordinates: null,
    price: 30,
    note: 'Left first',
  }
  return {
    eventDate,
    own: true,
    state: 'past',
    ...more,
    appointment: appointment as unknown as PrivateAppointment,
  } as Visit
}

test('the next visit copies the last one, after the usual number of weeks', () => {
  const next = draftNextVisit({
    today: '2026-11-20',
    visits: ['2026-11-16', '2026-10-19', '2026-09-21', '2026-03-02'].map((day) => visitOn(day)),
  })
  expect(next).toMatchObject({
    weeks: 4,
    draft: { eventDate: '2026-12-14', startTime: '10:30', minutes: '45', services: 'Brows', price: '30', note: '' },
  })
})

test('after a single visit it is six weeks later, and a cancelled visit is not copied', () => {
  expect(
    draftNextVisit({
      today: '2026-11-20',
      visits: [visitOn('2026-11-18', { state: 'cancelled' }), visitOn('2026-11-16')],
    }),
  ).toMatchObject({ weeks: 6, draft: { eventDate: '2026-12-28' } })
  expect(draftNextVisit({ today: '2026-11-20', visits: [] })).toBeNull()
})

test('the next visit is on the same weekday, and after today', () => {
  const day = fc
    .integer({ min: -900, max: 0 })
    .map((back) => new Date(Date.UTC(2026, 10, 20) + back * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(fc.uniqueArray(day, { minLength: 1, maxLength: 6 }), (days) => {
      const visits = days
        .toSorted()
        .reverse()
        .map((on) => visitOn(on))
      const next = draftNextVisit({ today: '2026-11-20', visits })?.draft.eventDate as string
      expect(next > '2026-11-20').toBe(true)
      expect(new Date(next).getUTCDay()).toBe(new Date(visits[0]?.eventDate as string).getUTCDay())
    }),
  )
})
