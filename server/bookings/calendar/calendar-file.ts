import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { clock, money, time } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import { counted, type Country, reader } from '#contract/words.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import type { NamedAppointment } from '#server/bookings/own-clients/own-client-queries.ts'
import type { VisitEntry } from './visit-entry-queries.ts'
import { calendarWords } from '#server/bookings/notices/words.ts'

/** Whose calendar it is: the customer's, the artist's, or that of anybody with the run sheet's link. */
export type Reader = 'customer' | 'provider' | 'group'
export type Entry = { row: AppointmentRow; name: string; address: string; link: string }
/** Other time that is taken, in the artist's own calendar; `said` is when that was written down. */
export type BusyEntry = { id: number; from: Date; to: Date; kind: 'booked_out' | 'hold'; said: Date }

const firstName = (name: string): string => name.split(' ')[0] ?? name
const at = (instant: string): string => instant.slice(11, 16)

/** How long before the start a calendar speaks up, in seconds. */
const ALARMS = [86_400, 7_200]

/** How often programs that read a feed should come again, in seconds. */
const REFRESH_SECONDS = 3_600

/** One appointment as an iCalendar file: its UID never changes, its SEQUENCE grows with each change, cancelled it says so. */
export const calendarFile = (entry: Entry, of: Reader): string => {
  const calendar = emptyCalendar()
  calendar.method(ICalCalendarMethod.PUBLISH)
  calendar.createEvent(eventOf(entry, of))
  return calendar.toString()
}

/** All of somebody's appointments as one iCalendar feed, with other busy time beside them: the same bytes for as long as nothing of it has changed. */
export function calendarOf(
  entries: readonly Entry[],
  of: Reader,
  {
    name,
    tz,
    busy,
    own,
    visits,
  }: {
    name: string
    tz: string | null
    busy: readonly BusyEntry[]
    own: readonly NamedAppointment[]
    visits: readonly VisitEntry[]
  },
): string {
  const calendar = emptyCalendar()
  calendar.name(reader(calendarWords)('ics.feed.name', { name }))
  calendar.ttl(REFRESH_SECONDS)
  if (tz) calendar.x('X-WR-TIMEZONE', tz)
  for (const entry of entries) calendar.createEvent(eventOf(entry, of))
  for (const row of own) calendar.createEvent(ownEventOf(row))
  for (const visit of visits) calendar.createEvent(visitEventOf(visit))
  for (const { id, from, to, kind, said } of busy)
    calendar.createEvent({
      id: `busy-${id}@primp`,
      ...spanIn(from, to, tz),
      stamp: said,
      summary: reader(calendarWords)(kind === 'hold' ? 'ics.held' : 'ics.bookedOut'),
    })
  return calendar.toString()
}

// The calendar itself has no zone: with one, the library would write the UTC stamps in it.
const emptyCalendar = () =>
  ical({
    prodId: { company: 'Primp', product: 'Bookings' },
    timezone: { name: null, generator: (tz) => blockOf(tz)?.[0] ?? null },
  })

// Some zones are written out under the name of another with the same clocks; without either, times are in UTC.
const writtenAs = (tz: string): string | null => blockOf(tz)?.[1]?.replace(/^TZID=/, '') ?? null

// The library answers a zone that it does not know with a sentence.
function blockOf(tz: string): string[] | null {
  const block = tzlib_get_ical_block(tz)
  return Array.isArray(block) ? block : null
}

/** A span on the clock of its place, by name, so that a calendar shows it right where clocks have changed since. */
function spanIn(from: Date, to: Date, tz: string | null) {
  const timezone = tz && writtenAs(tz)
  return timezone ? { start: zoned(from, timezone), end: zoned(to, timezone), timezone } : { start: from, end: to }
}

const zoned = (at: Date, tz: string) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(tz)

/** An artist's own appointment, in their own feed alone. */
function ownEventOf(row: NamedAppointment) {
  const summary = [row.name, row.services].filter(Boolean).join(', ')
  return {
    id: `own-${row.id}@primp`,
    sequence: row.sequence,
    stamp: row.changed_at,
    lastModified: row.changed_at,
    ...spanIn(row.starts_at, row.ends_at, row.tz),
    status: row.cancelled_at ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary,
    description: row.note,
    location: row.place,
    alarms: alarmsOf(summary, row.cancelled_at !== null),
  }
}

/** A visit before a booking, with its own alarms; one that was let go says so. */
function visitEventOf({ id, kind, from, to, tz, name, place, cancelled, said }: VisitEntry) {
  const summary = reader(calendarWords)(kind === 'trial' ? 'ics.trial' : 'ics.test', { name })
  return {
    id: `${kind}-${id}@primp`,
    stamp: said,
    lastModified: said,
    ...spanIn(from, to, tz),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary,
    location: place,
    alarms: alarmsOf(summary, cancelled),
  }
}

const alarmsOf = (description: string, cancelled: boolean) =>
  cancelled ? [] : ALARMS.map((trigger) => ({ type: ICalAlarmType.display, trigger, description }))

function eventOf({ row, name, address, link }: Entry, of: Reader) {
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
  const summary = t(plan.readyBy ? `ics.summary.${whose}` : `ics.summary.${whose}.start`, said)
  const about =
    of === 'group'
      ? 'ics.description.group'
      : of === 'provider'
        ? 'ics.description.provider'
        : row.mode === 'studio'
          ? 'ics.description.customer.studio'
          : 'ics.description.customer'
  return {
    id: `${row.id}@primp`,
    sequence: row.sequence,
    stamp: row.changed_at,
    lastModified: row.changed_at,
    ...spanIn(row.starts_at, row.ends_at, row.tz),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary,
    alarms: alarmsOf(summary, cancelled),
    description: t(about, said),
    location: of === 'group' ? row.place : address || row.place,
    url: link,
  }
}
