import ICAL from 'ical.js'
import { CalendarUnreadable, TOO_MANY_EVENTS } from './calendar-unreadable.ts'

export type Component = {
  name: string
  properties: ICAL.Property[]
  broken: { name: string; line: string }[]
  children: Component[]
  calendar: Calendar
}
export type Calendar = { properties: ICAL.Property[]; zones: Map<string, Component> }
export type CalendarComponents = { events: Component[]; freeBusy: Component[]; calendars: Calendar[] }

const DATE_PROPERTIES = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'EXDATE', 'RDATE', 'FREEBUSY'])
const UPPER_CASE = new Set([...DATE_PROPERTIES, 'RRULE', 'DURATION', 'TZOFFSETFROM', 'TZOFFSETTO'])
const EVENT_PROPERTIES = new Set([
  ...UPPER_CASE,
  'UID',
  'SUMMARY',
  'STATUS',
  'TRANSP',
  'SEQUENCE',
  'ATTENDEE',
  'ORGANIZER',
  'X-MICROSOFT-CDO-BUSYSTATUS',
  'TZID',
  'TZURL',
  'X-LIC-LOCATION',
  'X-WR-CALNAME',
  'X-WR-RELCALID',
  'X-OWNER',
])
/** Rules of other calendars, and rules that move a day into a month that lacks it (RFC 7529). */
const UNSUPPORTED_RULE = /RSCALE=(?!GREGORIAN)|SKIP=(?!OMIT)/i
const VALUES_AT_ONCE = 200
const MOST_EVENTS = 50_000
const MOST_NESTED = 10
const MOST_BROKEN = 100
const MOST_PARAMETERS = 1_000
const MOST_TEXT = 5_000
const MARKERS =
  /(BEGIN|END)[ \t]{0,9}:[ \t]{0,9}(VCALENDAR|VEVENT|VFREEBUSY|VTIMEZONE|STANDARD|DAYLIGHT|VTODO|VJOURNAL|VALARM|[A-Z0-9-]{0,60}?(?=(?:BEGIN|END)[ \t]{0,9}:|[^A-Z0-9-]|$))/gi
const ZONE_PARTS = new Set(['STANDARD', 'DAYLIGHT'])
const DATES = /(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/g
const LISTS = new Set(['EXDATE', 'RDATE', 'FREEBUSY'])
/** Components that are never inside another: one that begins ends all open ones. */
const TOP_LEVEL = new Set(['VEVENT', 'VFREEBUSY', 'VTIMEZONE', 'VTODO', 'VJOURNAL', 'VAVAILABILITY'])

/** A byte order mark or zero bytes tell UTF-16, else the declared charset, else UTF-8 or Windows-1252. */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return decodeAs('utf-16le', bytes)
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return decodeAs('utf-16be', bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeAs(charset ?? 'windows-1252', bytes)
  }
}

function decodeAs(charset: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Splits a calendar file into its components. A broken line loses only itself, and a component without an end loses
 * only its own lines. Accepts all line ends, control characters and lower case. `checkTime` is called regularly and may
 * throw.
 */
export function splitComponents(text: string, checkTime: () => void): CalendarComponents {
  const reader = new ComponentReader(checkTime)
  for (const line of unfoldLines(text)) reader.readLine(line)
  return reader.finish()
}

function unfoldLines(text: string): string[] {
  return text
    .replace(/(?![\t\r\n])[\p{Cc}\u2028\u2029\uFEFF]/gu, '')
    .replace(/[\r\n]+/g, '\n')
    .replaceAll('\n ', '')
    .replaceAll('\n\t', '')
    .split('\n')
}

class ComponentReader {
  readonly #found: CalendarComponents = { events: [], freeBusy: [], calendars: [] }
  #calendar = this.#addCalendar()
  #open: Component[] = []
  // Properties outside of any component: those of the calendar, or of a component whose first line is damaged.
  #loose = this.#createComponent('')

  readonly #checkTime: () => void
  #steps = 0

  constructor(checkTime: () => void) {
    this.#checkTime = checkTime
  }

  readLine(line: string): void {
    this.#countStep()
    const markers = readMarkers(line)
    if (!markers.length) this.#readProperty(line)
    for (const { begins, name } of markers) begins ? this.#begin(name) : this.#end(name)
  }

  finish(): CalendarComponents {
    this.#closeAll()
    this.#closeLoose()
    return this.#found
  }

  #readProperty(line: string): void {
    const name = /^[A-Za-z0-9-]{1,40}(?=[ \t]{0,9}[;:])/.exec(line)?.[0]?.toUpperCase()
    if (!name || !EVENT_PROPERTIES.has(name)) return
    if (!LISTS.has(name) || !line.includes(',')) {
      this.#addProperty(name, line)
      return
    }
    const [first = '', ...others] = line.split(',')
    const head = first.slice(0, first.lastIndexOf(':') + 1)
    const values = [first.slice(head.length), ...others]
    for (let i = 0; i < values.length; i += VALUES_AT_ONCE)
      this.#addProperty(name, head + values.slice(i, i + VALUES_AT_ONCE).join(','))
  }

  #addProperty(name: string, line: string): void {
    const component = this.#open.at(-1) ?? this.#loose
    this.#countStep()
    try {
      component.properties.push(parseProperty(name, line))
    } catch {
      const start = line.lastIndexOf(':') + 1
      const values = LISTS.has(name) ? line.slice(start).split(',') : []
      // One invalid value must not lose the others.
      if (values.length > 1) for (const value of values) this.#addProperty(name, line.slice(0, start) + value)
      else if (component.broken.length < MOST_BROKEN) component.broken.push({ name, line: line.slice(0, 200) })
    }
  }

  #countStep(): void {
    this.#steps += 1
    if (this.#steps % 200 === 0) this.#checkTime()
  }

  #begin(name: string): void {
    if (name === 'VCALENDAR') {
      this.#closeAll()
      this.#closeLoose()
      this.#calendar = this.#addCalendar()
      return
    }
    if (TOP_LEVEL.has(name)) {
      this.#closeAll()
      this.#closeLoose()
    }
    if (this.#open.length >= MOST_NESTED) return
    const component = this.#createComponent(name)
    if (ZONE_PARTS.has(name)) this.#open.at(-1)?.children.push(component)
    this.#open.push(component)
  }

  #end(name: string): void {
    const index = this.#open.findLastIndex((one) => one.name === name)
    if (index === 0) this.#closeAll()
    else if (index > 0) this.#open.length = index
    else if (name === 'VCALENDAR') this.#closeAll()
    else if (!this.#open.length) {
      this.#emit({ ...this.#loose, name })
      this.#loose = this.#createComponent('')
    }
  }

  #closeAll(): void {
    const [component] = this.#open
    this.#open = []
    if (component) this.#emit(component)
  }

  #closeLoose(): void {
    if (this.#loose.properties.length)
      this.#calendar.properties = this.#calendar.properties.concat(this.#loose.properties)
    this.#loose = this.#createComponent('')
  }

  #emit(component: Component): void {
    if (this.#found.events.length >= MOST_EVENTS) throw new CalendarUnreadable(TOO_MANY_EVENTS)
    if (component.name === 'VEVENT') this.#found.events.push(component)
    if (component.name === 'VFREEBUSY') this.#found.freeBusy.push(component)
    const zone = component.name === 'VTIMEZONE' && getPropertyText(component, 'tzid').toLowerCase()
    if (zone) this.#calendar.zones.set(zone, component)
  }

  #createComponent(name: string): Component {
    return { name, properties: [], broken: [], children: [], calendar: this.#calendar }
  }

  #addCalendar(): Calendar {
    const calendar: Calendar = { properties: [], zones: new Map() }
    this.#found.calendars.push(calendar)
    return calendar
  }
}

/** A damaged line end can join two markers, or a marker to another line. */
function readMarkers(line: string): { begins: boolean; name: string }[] {
  const isMarker = /^(?:BEGIN|END)[ \t]{0,9}:/i.test(line)
  const endsInMarker = line.length < 200 && /(?:BEGIN|END):[ \t]{0,9}V[A-Z]{1,20}[ \t]{0,9}$/i.test(line)
  if (!isMarker && !endsInMarker) return []
  return [...line.matchAll(MARKERS)].map(([, marker = '', name = '']) => ({
    begins: marker.toUpperCase() === 'BEGIN',
    name: name.toUpperCase(),
  }))
}

function parseProperty(name: string, line: string): ICAL.Property {
  if (name === 'RRULE' && UNSUPPORTED_RULE.test(line)) throw new Error('Unsupported')
  if (!UPPER_CASE.has(name)) return ICAL.Property.fromString(line.slice(0, MOST_TEXT).trim())
  // These values contain no colon, but some programs write a zone's name with one and without quotes.
  const colon = line.lastIndexOf(':')
  if (colon > MOST_PARAMETERS) throw new Error('Too long')
  const value = line
    .slice(colon + 1)
    .toUpperCase()
    .replaceAll(/[ \t]/g, '')
    .replaceAll(/,{1,9}$/g, '')
  const parameters = line
    .slice(name.length, colon)
    .trim()
    .replace(/;TZID=([^":;]{1,100}:[^";]{0,100})/i, ';TZID="$1"')
  const property = ICAL.Property.fromString(
    `${name}${DATE_PROPERTIES.has(name) ? setValueType(name, parameters, value) : parameters}:${value}`,
  )
  if (!property.getValues().length || (DATE_PROPERTIES.has(name) && !areValidDates(value))) throw new Error('Invalid')
  return property
}

/** The library would read 30 February as 2 March. */
function areValidDates(value: string): boolean {
  for (const [, year, month, day, hour = 0, minute = 0, second = 0] of value.matchAll(DATES)) {
    const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
    if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > days) return false
    if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return false
  }
  return true
}

/** Corrects the VALUE parameter: many programs omit it for dates, and some write it for times. */
function setValueType(name: string, parameters: string, value: string): string {
  const bare = parameters.replace(/;VALUE=[^;:]*/gi, '')
  if (/^\d{8}(?:$|,)/.test(value)) return `${bare};VALUE=DATE`
  return name === 'RDATE' && value.includes('/') ? `${bare};VALUE=PERIOD` : bare
}

export const findProperty = (
  { properties }: { properties: ICAL.Property[] },
  name: string,
): ICAL.Property | undefined => properties.find((property) => property.name === name)

export const getPropertyText = (component: { properties: ICAL.Property[] }, name: string): string =>
  String(findProperty(component, name)?.getFirstValue() ?? '').trim()
