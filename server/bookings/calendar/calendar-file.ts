import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { clock, money, time } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import { counted, type Country, reader } from '#contract/words.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { calendarWords } from '#server/bookings/notices/words.ts'

/** Whose calendar it is: the customer's, the artist's, or that of anybody with the run sheet's link. */
export type Reader = 'customer' | 'provider' | 'group'
export type Entry = { row: AppointmentRow; name: string; address: string; link: string }

const firstName = (name: string): string => name.split(' ')[0] ?? name
const at = (instant: string): string => instant.slice(11, 16)

/** One appointment as an iCalendar file: its UID never changes, its SEQUENCE grows with each change, cancelled it says so. */
export const calendarFile = (entry: Entry, of: Reader, now: Date): string =>
  calendarOf([entry], of, { now, publish: true })

/** All of somebody's appointments as one iCalendar feed, with other busy time beside them. */
export function calendarOf(
  entries: readonly Entry[],
  of: Reader,
  {
    now,
    name,
    busy = [],
    publish = false,
  }: {
    now: Date
    name?: string
    busy?: readonly { id: number; from: Date; to: Date; kind: 'booked_out' | 'hold' }[]
    publish?: boolean
  },
): string {
  const calendar = ical({
    prodId: { company: 'Primp', product: 'Bookings' },
    ...(name ? { name: reader(calendarWords)('ics.feed.name', { name }) } : {}),
    ...(publish ? { method: ICalCalendarMethod.PUBLISH } : {}),
  })
  for (const entry of entries) calendar.createEvent(eventOf(entry, of, now))
  for (const { id, from, to, kind } of busy)
    calendar.createEvent({
      id: `busy-${id}@primp`,
      start: from,
      end: to,
      stamp: now,
      summary: reader(calendarWords)(kind === 'hold' ? 'ics.held' : 'ics.bookedOut'),
    })
  return calendar.toString()
}

function eventOf({ row, name, address, link }: Entry, of: Reader, now: Date) {
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
    id: `${row.id}@primp`,
    sequence: row.sequence,
    stamp: now,
    lastModified: row.changed_at,
    start: row.starts_at,
    end: row.ends_at,
    status: row.state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: t(plan.readyBy ? `ics.summary.${whose}` : `ics.summary.${whose}.start`, said),
    description: t(about, said),
    location: of === 'group' ? row.place : address || row.place,
    url: link,
  }
}
