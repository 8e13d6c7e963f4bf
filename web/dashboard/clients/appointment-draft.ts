import type { ClientPage, OwnAppointment } from '#contract/bookings/own-clients.ts'

/** An own appointment while it is put together. */
export interface AppointmentDraft {
  eventDate: string
  startTime: string
  minutes: string
  services: string
  place: string
  coordinates: [number, number] | null
  price: string
  note: string
}

export const emptyDraft = (day = '', startTime = ''): AppointmentDraft => ({
  eventDate: day,
  startTime,
  minutes: '60',
  services: '',
  place: '',
  coordinates: null,
  price: '',
  note: '',
})

export const draftOf = (one: OwnAppointment): AppointmentDraft => ({
  eventDate: one.eventDate,
  startTime: one.startTime,
  minutes: String(one.minutes),
  services: one.services,
  place: one.place,
  coordinates: one.coordinates,
  price: one.price === null ? '' : Number.isInteger(one.price) ? String(one.price) : one.price.toFixed(2),
  note: one.note,
})

const dayMs = 86_400_000
const usualWeeks = 6
const weeksBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / (7 * dayMs))

/** The next visit as the last one was: as many weeks later as they usually let go by, on the same day of the week, and never in the past. */
export function nextVisit({
  visits,
  today,
}: Pick<ClientPage, 'visits' | 'today'>): { draft: AppointmentDraft; weeks: number } | null {
  const own = visits.flatMap(({ appointment, state }) => (appointment && state !== 'cancelled' ? [appointment] : []))
  const [last] = own
  if (!last) return null
  const gaps = own
    .slice(1)
    .map(({ eventDate }, i) => weeksBetween(eventDate, own[i]?.eventDate ?? eventDate))
    .filter((weeks) => weeks > 0)
    .sort((a, b) => a - b)
  const usual = gaps[Math.floor(gaps.length / 2)] ?? usualWeeks
  const weeks = Math.max(usual, weeksBetween(last.eventDate, today) + (isAfter(last.eventDate, today) ? 0 : 1))
  const eventDate = new Date(Date.parse(last.eventDate) + weeks * 7 * dayMs).toISOString().slice(0, 10)
  return { draft: { ...draftOf(last), eventDate, note: '' }, weeks }
}

// Whether the same day of the week, as many whole weeks later as have passed, is still to come.
const isAfter = (day: string, today: string): boolean =>
  Date.parse(day) + weeksBetween(day, today) * 7 * dayMs > Date.parse(today)
