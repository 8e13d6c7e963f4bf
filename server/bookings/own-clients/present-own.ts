import type { OwnAppointment, Visit } from '#contract/bookings/own-clients.ts'
import type { RepeatInterval } from '#contract/bookings/repeats.ts'
import type { Client } from '#contract/bookings/provider-bookings.ts'
import { major, type Minor } from '#contract/money.ts'
import { dayOf } from '#server/platform/event-day.ts'
import type { NamedAppointment, ownClientsOf } from './own-client-queries.ts'

const priceOf = (minor: Minor | null): number | null => (minor === null ? null : major(minor))

export function presentOwn(row: NamedAppointment): OwnAppointment {
  const day = dayOf(row.event_date, row.tz)
  const startsAt = day.iso(row.starts_at.getTime())
  return {
    id: row.id,
    clientId: row.client_id,
    name: row.name,
    eventDate: row.event_date,
    startTime: startsAt.slice(11, 16),
    minutes: Math.round((row.ends_at.getTime() - row.starts_at.getTime()) / 60_000),
    startsAt,
    endsAt: day.iso(row.ends_at.getTime()),
    timeZone: row.tz,
    services: row.services,
    place: row.place,
    coordinates: row.lat === null || row.lng === null ? null : [row.lng, row.lat],
    price: priceOf(row.price_minor),
    currency: row.currency,
    note: row.note,
    cancelled: row.cancelled_at !== null,
    answered: row.answered_at !== null,
    repeat:
      row.repeat_unit === null || row.repeat_every === null
        ? null
        : { unit: row.repeat_unit as RepeatInterval['unit'], every: row.repeat_every },
  }
}

/** An own appointment as a day with its client; `link` is where they look at it. */
export function presentOwnVisit(row: NamedAppointment, now: Date, link: string): Visit {
  const appointment = presentOwn(row)
  const { id, eventDate, startsAt, endsAt, timeZone, place, price, currency, note, cancelled } = appointment
  const state = cancelled ? 'cancelled' : row.ends_at > now ? 'ahead' : 'past'
  return {
    id,
    own: true,
    eventDate,
    startsAt,
    endsAt,
    timeZone,
    what: row.services,
    place,
    price,
    currency,
    note,
    state,
    appointment,
    link: state === 'ahead' ? link : null,
  }
}

/** A client of one's own in the list of all. */
export const presentOwnClient = (row: Awaited<ReturnType<typeof ownClientsOf>>[number]): Client => ({
  id: row.id,
  own: true,
  name: row.name,
  bookings: Number(row.bookings),
  lastAt: row.last && new Date(row.last).toISOString(),
  next: row.next && new Date(row.next).toISOString(),
  spent: major(Number(row.spent_minor)),
  earned: major(Number(row.spent_minor)),
  currency: row.currency,
  note: row.note,
})
