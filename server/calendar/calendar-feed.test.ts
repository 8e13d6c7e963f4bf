import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { sync } from 'node-ical'
import { formatCalendarFeed } from './published-calendar.ts'
import { formatCalendar, removeControls } from '#server/appointments/ical.ts'

const rows = gunzipSync(readFileSync(new URL('../../db/gazetteer/places.tsv.gz', import.meta.url)))
  .toString()
  .split('\n')
const column = (rows[0] as string).split('\t').indexOf('tz')
const zones = [...new Set(rows.slice(1).flatMap((row) => row.split('\t')[column] || []))]

test('every time zone is written out with its future clock changes', () => {
  expect(zones.length).toBeGreaterThan(40)
  // Noon of every thirtieth day over two years, so that days before and after each clock change are tested.
  const days = Array.from({ length: 25 }, (_, i) => Date.UTC(2026, 10, 20, 12) + i * 30 * 86_400_000)
  for (const tz of zones) {
    const text = formatCalendarFeed([], 'provider', {
      name: 'Mia',
      own: [],
      visits: [],
      now: new Date(days[0] as number),
      tz,
      busy: days.map((day, id) => ({
        id,
        from: new Date(day),
        to: new Date(day + 3_600_000),
        kind: 'booked_out' as const,
        said: new Date(day),
      })),
    })
    const calendar = new ICAL.Component(ICAL.parse(text))
    const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone') as ICAL.Component)
    const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
    expect(
      events.map(({ component, startDate }) => [
        component.getFirstProperty('dtstart')?.getFirstParameter('tzid'),
        startDate.toString(),
        zone.utcOffset(startDate),
      ]),
      tz,
    ).toEqual(
      days.map((day) => {
        const there = Temporal.Instant.fromEpochMilliseconds(day).toZonedDateTimeISO(tz)
        return [zone.tzid, there.toPlainDateTime().toString(), there.offsetNanoseconds / 1e9]
      }),
    )
  }
})

const event = (uid: string, hour: number, more = {}) => ({
  uid,
  stamp: new Date('2026-11-20T09:00:00Z'),
  from: new Date(Date.UTC(2027, 5, 12, hour)),
  to: new Date(Date.UTC(2027, 5, 12, hour + 1)),
  tz: 'Europe/London',
  summary: 'Makeup',
  ...more,
})

test('a calendar has its properties before its components and ends with a line break', () => {
  const text = formatCalendar([event('a', 9, { hasAlarms: true }), event('b', 10, { tz: null })], {
    name: 'Mia',
    tz: 'Europe/London',
  })
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = text.split('\r\n')
  const firstComponent = lines.indexOf('BEGIN:VTIMEZONE')
  let depth = 0
  for (const [i, line] of lines.entries()) {
    if (line.startsWith('BEGIN:')) depth += 1
    if (depth === 1 && !/^(BEGIN|END):/.test(line)) expect(i, line).toBeLessThan(firstComponent)
    if (line.startsWith('END:')) depth -= 1
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  }
  const read = Object.values(sync.parseICS(text)).filter((one) => one?.type === 'VEVENT')
  expect(read.map((one) => [one?.uid, Number(one?.start), Number(one?.end), one?.summary])).toEqual([
    ['a', Date.UTC(2027, 5, 12, 9), Date.UTC(2027, 5, 12, 10), 'Makeup'],
    ['b', Date.UTC(2027, 5, 12, 10), Date.UTC(2027, 5, 12, 11), 'Makeup'],
  ])
})

test('control characters are removed from texts, and everything else stays', () => {
  const controls = [...Array.from({ length: 32 }, (_, i) => i), 0x7f, 0x85, 0x2028, 0x2029, 0xd800, 0xdfff].filter(
    (code) => code !== 9 && code !== 10,
  )
  for (const code of controls) expect([code, removeControls(`a${String.fromCharCode(code)}b`)]).toEqual([code, 'ab'])
  const kept = 'Zoë, “Ana”; a\\b\tc\nd 💄 \u00a0'
  expect(removeControls(kept)).toBe(kept)
  const dirty = {
    summary: `Zo\u000bë\u0085 \u2028Lark\ud800`,
    description: 'one\ntwo\u0000',
    location: '1 Church\u2029 Lane',
  }
  const text = formatCalendar([event('a', 9, { ...dirty, hasAlarms: true })], { name: 'Mi\u000ba' })
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\ufffd]/u)
  const read = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent') as ICAL.Component
  expect(['summary', 'description', 'location'].map((name) => read.getFirstPropertyValue(name))).toEqual([
    'Zoë Lark',
    'one\ntwo',
    '1 Church Lane',
  ])
})

test('upcoming events come first, of whatever kind', () => {
  const busy = (id: number, hour: number) => ({
    id,
    from: new Date(Date.UTC(2027, 5, 12, hour)),
    to: new Date(Date.UTC(2027, 5, 12, hour + 1)),
    kind: 'booked_out' as const,
    said: new Date('2026-11-20T09:00:00Z'),
  })
  const visit = (id: string, hour: number) => ({
    id,
    appointment_id: id,
    kind: 'trial' as const,
    from: busy(0, hour).from,
    to: busy(0, hour).to,
    tz: 'Europe/London',
    name: 'Leila',
    place: '',
    cancelled: false,
    said: busy(0, hour).said,
  })
  const text = formatCalendarFeed([], 'provider', {
    name: 'Mia',
    tz: 'Europe/London',
    now: new Date('2027-06-12T12:00:00Z'),
    own: [],
    busy: [busy(1, 9), busy(2, 15), busy(3, 13)],
    visits: [visit('a', 10), visit('b', 14)],
  })
  expect(text.match(/(?<=UID:).*(?=@)/g)).toEqual(['busy-3', 'trial-b', 'busy-2', 'trial-a', 'busy-1'])
})
