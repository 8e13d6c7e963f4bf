import type { ClientPage, PrivateAppointment } from '#contract/calendar/private-clients.ts'
import type { RepeatInterval, RepeatRule } from '#contract/calendar/repeats.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { readNumber } from '#web/ui/fields/typed-number.ts'

/** Form state of a private appointment. */
export interface AppointmentDraft {
  eventDate: string
  startTime: string
  minutes: string
  services: string
  place: string
  coordinates: [number, number] | null
  price: string
  note: string
  repeats: string
  until: string
}

export const createEmptyDraft = (day = '', startTime = ''): AppointmentDraft => ({
  eventDate: day,
  startTime,
  minutes: '60',
  services: '',
  place: '',
  coordinates: null,
  price: '',
  note: '',
  repeats: '',
  until: '',
})

export const toAppointmentDraft = (one: PrivateAppointment): AppointmentDraft => ({
  eventDate: one.eventDate,
  startTime: one.startTime,
  minutes: String(one.minutes),
  services: one.services,
  place: one.place,
  coordinates: one.coordinates,
  price: one.price === null ? '' : Number.isInteger(one.price) ? String(one.price) : one.price.toFixed(2),
  note: one.note,
  repeats: '',
  until: '',
})

export const repeatIntervals: readonly (RepeatInterval & { value: string })[] = [
  ...[1, 2, 3, 4, 5, 6, 8, 12].map((every) => ({ value: `${every} week`, unit: 'week' as const, every })),
  ...[1, 2, 3].map((every) => ({ value: `${every} month`, unit: 'month' as const, every })),
]

/** Returns the repeat rule of a draft; null without a last day. */
export function toRepeatRule({ repeats, until }: AppointmentDraft): RepeatRule | null {
  const interval = repeatIntervals.find(({ value }) => value === repeats)
  return interval && until ? { unit: interval.unit, every: interval.every, until } : null
}

export function getUsualLastDay(first: string, repeats: string): string {
  const interval = repeatIntervals.find(({ value }) => value === repeats)
  if (!interval || !first) return ''
  const last = new Date(`${first}T00:00:00Z`)
  if (interval.unit === 'week') last.setUTCDate(last.getUTCDate() + 5 * 7 * interval.every)
  else last.setUTCMonth(last.getUTCMonth() + 5 * interval.every)
  return last.toISOString().slice(0, 10)
}

/** Returns the changes from adding a listed service: name, price and, unless the time was selected, minutes. */
export function addService(
  draft: AppointmentDraft,
  { label, cost, minutes, usualMinutes }: EditableProfile['services'][number],
  keepMinutes: boolean,
): Partial<AppointmentDraft> {
  const isFirst = draft.services.trim() === ''
  const price = (readNumber(draft.price) ?? 0) + (cost ?? 0)
  const total = (isFirst ? 0 : (readNumber(draft.minutes, 'whole') ?? 0)) + (minutes ?? usualMinutes)
  return {
    services: [draft.services.trim(), label].filter(Boolean).join(', ').slice(0, 500),
    price: Number.isInteger(price) ? String(price) : price.toFixed(2),
    ...(keepMinutes ? {} : { minutes: String(total) }),
  }
}

const dayMs = 86_400_000
const usualWeeks = 6
const weeksBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / (7 * dayMs))

/** Returns a draft of the next visit: after the client's usual weeks, same weekday, not in the past. */
export function draftNextVisit({
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
  return { draft: { ...toAppointmentDraft(last), eventDate, note: '' }, weeks }
}

// Returns whether the same weekday, as many whole weeks later as have passed, is still ahead.
const isAfter = (day: string, today: string): boolean =>
  Date.parse(day) + weeksBetween(day, today) * 7 * dayMs > Date.parse(today)
