import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block } from 'timezones-ical-library'

/** Alarms before the start, in seconds. */
const ALARMS = [86_400, 7_200]

/** Refresh interval suggested to feed readers. */
const REFRESH = 'PT1H'

/** An event of a published calendar. Times are in `tz`, or in UTC if it is null or unknown. */
export type PublishedEvent = {
  uid: string
  stamp: Date
  from: Date
  to: Date
  tz: string | null
  summary: string
  cancelled?: boolean
  sequence?: number
  description?: string
  location?: string
  url?: string
  hasAlarms?: boolean
}

type Header = { name?: string; tz?: string | null; method?: 'PUBLISH' }

/** Formats an iCalendar file (RFC 5545): calendar properties, time zones in use, then the events in the given order. */
export function formatCalendar(events: readonly PublishedEvent[], { name, tz, method }: Header = {}): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Primp//Bookings//EN')
  if (method) calendar.addPropertyWithValue('method', method)
  if (name !== undefined) {
    addText(calendar, 'name', name, 'text')
    addText(calendar, 'x-wr-calname', name, 'text')
    addText(calendar, 'refresh-interval', REFRESH, 'duration')
    addText(calendar, 'x-published-ttl', REFRESH)
  }
  if (tz) addText(calendar, 'x-wr-timezone', tz)
  const zones = new Map(
    [...new Set(events.map((event) => event.tz))].map((zone) => [zone, zone ? findZone(zone) : null]),
  )
  const written = new Set<string>()
  for (const zone of zones.values())
    if (zone && !written.has(zone.tzid)) {
      written.add(zone.tzid)
      calendar.addSubcomponent(zone.component)
    }
  for (const event of events) calendar.addSubcomponent(eventOf(event, zones.get(event.tz)?.tzid ?? null))
  return `${calendar.toString()}\r\n`
}

type Zone = { tzid: string; component: ICAL.Component }

// Returns null for an unknown zone, for which the library returns an error text instead of an array. It also returns
// some zones under an equivalent name.
function findZone(tz: string): Zone | null {
  const found = tzlib_get_ical_block(tz)
  if (!Array.isArray(found) || !found[0] || !found[1]) return null
  return { component: new ICAL.Component(ICAL.parse(found[0])), tzid: found[1].replace(/^TZID=/, '') }
}

function eventOf(event: PublishedEvent, tzid: string | null): ICAL.Component {
  const { uid, stamp, sequence, cancelled, summary, description, location, url, hasAlarms } = event
  const component = new ICAL.Component('vevent')
  component.addPropertyWithValue('uid', uid)
  component.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(stamp, true))
  if (sequence !== undefined) {
    component.addPropertyWithValue('sequence', sequence)
    component.addPropertyWithValue('last-modified', ICAL.Time.fromJSDate(stamp, true))
  }
  addTime(component, 'dtstart', event.from, tzid)
  addTime(component, 'dtend', event.to, tzid)
  if (cancelled !== undefined) component.addPropertyWithValue('status', cancelled ? 'CANCELLED' : 'CONFIRMED')
  addText(component, 'summary', summary)
  if (description) addText(component, 'description', description)
  if (location) addText(component, 'location', location)
  if (url) addText(component, 'url', url)
  if (hasAlarms && !cancelled)
    for (const seconds of ALARMS) {
      const alarm = new ICAL.Component('valarm')
      alarm.addPropertyWithValue('action', 'DISPLAY')
      alarm.addPropertyWithValue('trigger', ICAL.Duration.fromSeconds(-seconds))
      addText(alarm, 'description', summary)
      component.addSubcomponent(alarm)
    }
  return component
}

/** Adds a local time with its zone, so that calendars render it correctly after the zone's rules change. */
function addTime(component: ICAL.Component, name: string, at: Date, tzid: string | null): void {
  if (!tzid) {
    component.addPropertyWithValue(name, ICAL.Time.fromJSDate(at, true))
    return
  }
  const { year, month, day, hour, minute, second } = Temporal.Instant.fromEpochMilliseconds(
    at.getTime(),
  ).toZonedDateTimeISO(tzid)
  const property = new ICAL.Property(name, component)
  property.setParameter('tzid', tzid)
  property.setValue(ICAL.Time.fromData({ year, month, day, hour, minute, second }))
  component.addProperty(property)
}

/** Removes characters that RFC 5545 forbids or that parsers treat as line ends. */
function addText(component: ICAL.Component, name: string, value: string, type?: 'text' | 'duration'): void {
  const property = new ICAL.Property(name, component)
  if (type && property.type !== type) property.resetType(type)
  property.setValue(type === 'duration' ? ICAL.Duration.fromString(value) : removeControls(value))
  component.addProperty(property)
}

// Control characters except tab and newline, line and paragraph separators, and lone surrogates.
const controls = /(?![\t\n])\p{Cc}|[\p{Zl}\p{Zp}\p{Cs}]/gu
export const removeControls = (text: string): string => text.replace(controls, '')
