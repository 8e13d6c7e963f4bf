import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { calendarOf } from './calendar-file.ts'

const rows = gunzipSync(readFileSync(new URL('../../../db/gazetteer/places.tsv.gz', import.meta.url)))
  .toString()
  .split('\n')
const column = (rows[0] as string).split('\t').indexOf('tz')
const zones = [...new Set(rows.slice(1).flatMap((row) => row.split('\t')[column] || []))]

test('every zone in which somebody may work is written out, with its clocks as they will be run', () => {
  expect(zones.length).toBeGreaterThan(40)
  // Noon of every thirtieth day of two years: either side of each change of the clocks.
  const days = Array.from({ length: 25 }, (_, i) => Date.UTC(2026, 10, 20, 12) + i * 30 * 86_400_000)
  for (const tz of zones) {
    const text = calendarOf([], 'provider', {
      name: 'Mia',
      own: [],
      visits: [],
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
