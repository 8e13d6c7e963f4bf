import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BusyTimes } from './busy-times.ts'
import { CalendarUnreadable } from './calendar-unreadable.ts'
import { decodeText } from './components.ts'
import { parseCalendar } from './parse-calendar.ts'
import { type RandomCalendar, randomCalendar } from './test-calendars.ts'

const [from, until] = [Date.parse('2026-10-20T00:00:00Z'), Date.parse('2028-10-01T00:00:00Z')]
const isProof = Boolean(process.env['PROVE'])
/** The normal run has fixed inputs, the full run random ones. */
const runs = (few: number, many: number) => (isProof ? { numRuns: many } : { numRuns: few, seed: 20_261_128 })

function merge(times: Iterable<{ from: number; to: number }>) {
  const merged = new BusyTimes(from, until)
  for (const time of times) merged.add(time.from, time.to)
  return merged.list().map((time) => `${new Date(time.from).toISOString()} ${new Date(time.to).toISOString()}`)
}
const read = ({ text, zone }: RandomCalendar) => {
  const reading = parseCalendar(text, { from, until, zone })
  expect(reading).toMatchObject({ skipped: [], assumedZones: [], completeUntil: null })
  return merge(reading.times)
}

test('random calendars have the busy times of a model that checks every day', () => {
  fc.assert(
    fc.property(randomCalendar({ isPlain: false }), (calendar) => {
      expect(read(calendar)).toEqual(merge(calendar.times))
    }),
    runs(60, 3_000),
  )
}, 600_000)

/** Expands calendars with recurring_ical_events, which uses dateutil and pytz. */
const PROGRAM = `
import datetime, json, sys
import icalendar, pytz, recurring_ical_events
def instant(value, zone):
    if not isinstance(value, datetime.datetime):
        value = datetime.datetime(value.year, value.month, value.day)
    if value.tzinfo is None:
        value = pytz.timezone(zone).localize(value)
    return round(value.timestamp() * 1000)
result = []
for one in json.load(sys.stdin):
    calendar = icalendar.Calendar.from_ical(one['text'])
    times = []
    for event in recurring_ical_events.of(calendar).between((2026, 10, 1), (2028, 10, 10)):
        if event.get('STATUS') == 'CANCELLED' or event.get('TRANSP') == 'TRANSPARENT':
            continue
        times.append({'from': instant(event['DTSTART'].dt, one['zone']), 'to': instant(event['DTEND'].dt, one['zone'])})
    result.append(times)
json.dump(result, sys.stdout)
`
const python = ['/usr/bin/python3', 'python3'].find(
  (command) => spawnSync(command, ['-c', 'import recurring_ical_events']).status === 0,
)
const isRequired = process.env['CI_REQUIRE_ALL'] === '1'

// In Debian: apt-get install python3-recurring-ical-events.
test.skipIf(!(python || isRequired))(
  'random calendars have the busy times that another program finds',
  () => {
    const calendars = fc.sample(randomCalendar({ isPlain: true }), isProof ? 500 : { numRuns: 20, seed: 20_261_128 })
    const { stdout, stderr } = spawnSync(python ?? 'python3', ['-c', PROGRAM], {
      input: JSON.stringify(calendars),
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    })
    expect(stderr).toBe('')
    const results = JSON.parse(stdout) as { from: number; to: number }[][]
    for (const [i, calendar] of calendars.entries())
      expect({ text: calendar.text, times: read(calendar) }).toEqual({
        text: calendar.text,
        times: merge(results[i] ?? []),
      })
  },
  600_000,
)

const neighbour = (uid: string, day: string) =>
  ['BEGIN:VEVENT', `UID:${uid}`, `DTSTART:${day}T090000Z`, `DTEND:${day}T100000Z`, 'END:VEVENT', ''].join('\r\n')
const damaged = [
  'BEGIN:VEVENT',
  'UID:damaged',
  'DTSTART;TZID=Europe/London:20270110T090000',
  'DTEND:20270110T100000Z',
  'RRULE:FREQ=WEEKLY;BYDAY=MO,TU;COUNT=20',
  'EXDATE;VALUE=DATE:20270117',
  'RDATE:20270201T090000Z/PT1H',
  'SUMMARY:Lunch',
  'ATTENDEE;PARTSTAT=DECLINED:mailto:a@made.up',
  'BEGIN:VALARM',
  'TRIGGER:-PT5M',
  'END:VALARM',
  'END:VEVENT',
  '',
].join('\r\n')
const token = fc.constantFrom(
  'BEGIN:VEVENT',
  'END:VEVENT',
  'BEGIN:VALARM',
  'BEGIN:VTODO',
  'END:VCALENDAR',
  'BEGIN:VTIMEZONE',
  '\r\n',
  '\r\n ',

  'RRULE:FREQ=SECONDLY',
  'FREQ=YEARLY;BYMONTHDAY=31',
  'RECURRENCE-ID:20270118T090000Z',
  'DTSTART:20270110',
  '9'.repeat(40),
  ':',
  ';',
  '"',
  ',',
  '\0',
  '\u2028',
  'T',
  'Z',
  '-',
  '=',
  '(',
  'é',
)
const mutation = fc.record({
  at: fc.nat(damaged.length),
  remove: fc.oneof(fc.nat(3), fc.nat(60)),
  insert: fc.oneof(token, fc.uint8Array({ maxLength: 4 })),
})

/** Parses in 500 ms of processor time. A pause of the machine counts as processor time, so the parser has three attempts. */
function parseInTime(text: string) {
  const attempt = () => parseCalendar(text, { from, until, zone: 'Europe/London' }, 500)
  for (let n = 1; n < 3; n++)
    try {
      return attempt()
    } catch (fault) {
      if (!(fault instanceof CalendarUnreadable)) throw fault
    }
  return attempt()
}

test('damaged bytes never break or slow down the parser, and never lose another event', () => {
  const [head, before, after] = ['BEGIN:VCALENDAR\r\n', neighbour('before', '20270105'), neighbour('after', '20270305')]
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
      let bytes = Buffer.from(damaged)
      for (const { at, remove, insert } of mutations)
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(insert as string), bytes.subarray(at + remove)])
      const file = Buffer.concat([Buffer.from(head + before), bytes, Buffer.from(`${after}END:VCALENDAR\r\n`)])
      const { times } = parseInTime(decodeText(file, null))
      for (const day of ['2027-01-05', '2027-03-05'])
        expect(
          times.some((time) => time.from <= Date.parse(`${day}T09:00Z`) && time.to >= Date.parse(`${day}T10:00Z`)),
          `${day} is lost`,
        ).toBe(true)
    }),
    runs(200, 20_000),
  )
}, 600_000)

test('any bytes are parsed or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = decodeText(bytes, null)
      try {
        parseCalendar(`BEGIN:VEVENT\r\n${text}`, { from, until, zone: 'UTC' })
        parseCalendar(text, { from, until, zone: 'UTC' })
      } catch (fault) {
        expect(fault).toMatchObject({ reason: 'There is no calendar at this address.' })
      }
    }),
    runs(200, 5_000),
  )
}, 600_000)
