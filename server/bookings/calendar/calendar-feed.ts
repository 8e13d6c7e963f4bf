import { reader } from '#contract/words.ts'
import type { NamedAppointment } from '#server/bookings/own-clients/own-client-queries.ts'
import { calendarWords } from '#server/bookings/notices/words.ts'
import { type Entry, eventOf, type Reader } from './calendar-file.ts'
import { formatCalendar, type PublishedEvent } from './ical-calendar.ts'
import type { VisitEntry } from './visit-entry-queries.ts'

/** Booked-out time, or a time that is being paid for, in the artist's own calendar; `said` is when it was created. */
type BusyEntry = { id: number; from: Date; to: Date; kind: 'booked_out' | 'hold'; said: Date }

type Published = {
  name: string
  tz: string | null
  now: Date
  busy: readonly BusyEntry[]
  own: readonly NamedAppointment[]
  visits: readonly VisitEntry[]
}

/**
 * Formats all appointments of a person as one iCalendar feed, with other busy time beside them. Upcoming events come
 * first, the next one at the top, so that a reader with a limit drops the oldest.
 */
export function calendarOf(
  entries: readonly Entry[],
  of: Reader,
  { name, tz, now, busy, own, visits }: Published,
): string {
  const events = [
    ...entries.map((entry) => eventOf(entry, of)),
    ...own.map(ownEventOf),
    ...visits.map(visitEventOf),
    ...busy.map((entry) => busyEventOf(entry, tz)),
  ]
  const [ahead, past] = [events.filter(({ to }) => to > now), events.filter(({ to }) => to <= now)]
  const inOrder = (a: PublishedEvent, b: PublishedEvent) =>
    a.from.getTime() - b.from.getTime() || (a.uid < b.uid ? -1 : 1)
  return formatCalendar([...ahead.sort(inOrder), ...past.sort(inOrder).reverse()], {
    name: reader(calendarWords)('ics.feed.name', { name }),
    tz,
  })
}

const busyEventOf = ({ id, from, to, kind, said }: BusyEntry, tz: string | null): PublishedEvent => ({
  uid: `busy-${id}@primp`,
  stamp: said,
  from,
  to,
  tz,
  summary: reader(calendarWords)(kind === 'hold' ? 'ics.held' : 'ics.bookedOut'),
})

/** Presents an artist's own appointment, which only their own feed has. */
const ownEventOf = (row: NamedAppointment): PublishedEvent => ({
  uid: `own-${row.id}@primp`,
  sequence: row.sequence,
  stamp: row.changed_at,
  from: row.starts_at,
  to: row.ends_at,
  tz: row.tz,
  cancelled: row.cancelled_at !== null,
  summary: [row.name, row.services].filter(Boolean).join(', '),
  description: row.note,
  location: row.place,
  hasAlarms: true,
})

/** Presents a trial or patch test before a booking. */
const visitEventOf = ({ id, kind, from, to, tz, name, place, cancelled, said }: VisitEntry): PublishedEvent => ({
  uid: `${kind}-${id}@primp`,
  stamp: said,
  from,
  to,
  tz,
  cancelled,
  summary: reader(calendarWords)(kind === 'trial' ? 'ics.trial' : 'ics.test', { name }),
  location: place,
  hasAlarms: true,
})
