import { clock, money, time } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import { counted, type Country, reader } from '#contract/words.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import type { NamedAppointment } from '#server/bookings/own-clients/own-client-queries.ts'
import { formatCalendar, type PublishedEvent } from './ical-calendar.ts'
import type { VisitEntry } from './visit-entry-queries.ts'
import { calendarWords } from '#server/bookings/notices/words.ts'

/** The side that a calendar is for; `group` is anybody with the link of a run sheet. */
export type Reader = 'customer' | 'provider' | 'group'
export type Entry = { row: AppointmentRow; name: string; address: string; link: string }
/** Booked-out time, or a time that is being paid for, in the artist's own calendar; `said` is when it was created. */
type BusyEntry = { id: number; from: Date; to: Date; kind: 'booked_out' | 'hold'; said: Date }

const firstName = (name: string): string => name.split(' ')[0] ?? name
const at = (instant: string): string => instant.slice(11, 16)

/** Formats one appointment as an iCalendar file. Its UID never changes, its SEQUENCE grows with each change. */
export const calendarFile = (entry: Entry, of: Reader): string =>
  formatCalendar([eventOf(entry, of)], { method: 'PUBLISH' })

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

function eventOf({ row, name, address, link }: Entry, of: Reader): PublishedEvent {
  const country = row.country_code as Country
  const t = reader(calendarWords, country)
  const { plan } = row.body
  const people = new Set(plan.blocks.map((block) => block.person)).size
  const cancelled = row.state === 'cancelled'
  const open = row.balance_paid_at || cancelled ? 0 : row.total_minor - row.deposit_minor
  const said = {
    name,
    firstName: firstName(name),
    people: counted(people, 'person', 'people'),
    clock: clock(at(plan.arriveAt)),
    time: plan.readyBy ? time(at(plan.readyBy)) : '',
    balanceLine:
      open || cancelled ? t('ics.balance', { balance: money(major(open), row.currency) }) : t('ics.balance.none'),
    link,
    services: [...new Set(plan.blocks.map((block) => block.label))].join(', '),
  }
  const whose = of === 'provider' ? 'provider' : 'customer'
  const about =
    of === 'group'
      ? 'ics.description.group'
      : of === 'provider'
        ? 'ics.description.provider'
        : row.mode === 'studio'
          ? 'ics.description.customer.studio'
          : 'ics.description.customer'
  return {
    uid: `${row.id}@primp`,
    sequence: row.sequence,
    stamp: row.changed_at,
    from: row.starts_at,
    to: row.ends_at,
    tz: row.tz,
    cancelled,
    summary: t(plan.readyBy ? `ics.summary.${whose}` : `ics.summary.${whose}.start`, said),
    description: t(about, said),
    location: of === 'group' ? row.place : address || row.place,
    url: link,
    hasAlarms: true,
  }
}
