import { expect, test } from 'vitest'
import { ALL_DEC_7, DEC_7, event, format, from, hour, read, short, times, until, wrap } from './test-text.ts'
import { parseCalendar } from './parse-calendar.ts'

const fine = event('DTSTART:20261209T090000Z', 'DURATION:PT1H', 'SUMMARY:Fine')
const DEC_9 = '2026-12-09 09:00 - 10:00'
test.each([
  [
    'an unknown frequency',
    event('SUMMARY:Club', ...hour, 'RRULE:FREQ=FORTNIGHTLY;COUNT=2'),
    'repeat',
    '2026-12-07',
    [ALL_DEC_7],
  ],
  ['a rule without a frequency', event(...hour, 'RRULE:BYDAY=MO'), 'repeat', '2026-12-07', [ALL_DEC_7]],
  [
    'a rule of another calendar system',
    event(...hour, 'RRULE:RSCALE=HEBREW;FREQ=YEARLY'),
    'repeat',
    '2026-12-07',
    [ALL_DEC_7],
  ],
  [
    'an invalid rule that lasts into the next day',
    event('DTSTART:20261207T200000Z', 'DURATION:PT8H', 'RRULE:FREQ=WEEKLY;BYDAY=XX'),
    'repeat',
    '2026-12-07',
    ['2026-12-07 00:00 - 2026-12-08 04:00'],
  ],
  [
    'an invalid extra date',
    event(...hour, 'RDATE:20261201T090000Z,20261345T090000Z'),
    'repeat',
    '2026-12-07',
    ['2026-12-01 09:00 - 10:00', ALL_DEC_7],
  ],
  [
    'two different starts',
    event('DTSTART:20261206T090000Z', ...hour),
    'duplicate',
    '2026-12-06',
    ['2026-12-06 00:00 - 2026-12-08 00:00'],
  ],
  [
    'a start that does not exist',
    event('DTSTART:20260230T090000Z', 'DTEND:20261207T100000Z'),
    'start',
    '2026-12-07',
    [ALL_DEC_7],
  ],
  ['a damaged start', event('DTSTART:20261207Tx'), 'start', '2026-12-07', [ALL_DEC_7]],
  ['no start', event('SUMMARY:When?'), 'start', null, []],
  [
    'an end before the start',
    event('DTSTART:20261207T090000Z', 'DTEND:20261207T080000Z', 'RRULE:FREQ=MONTHLY;COUNT=2'),
    'other',
    '2026-12-07',
    [ALL_DEC_7, '2027-01-07 00:00 - 2027-01-08 00:00'],
  ],
  ['an unreadable end', event('DTSTART:20261207T090000Z', 'DTEND:later'), 'other', '2026-12-07', [ALL_DEC_7]],
  ['an unreadable recurrence id', event('RECURRENCE-ID:never', ...hour), 'other', '2026-12-07', [ALL_DEC_7]],
  [
    'an unreadable period',
    ['BEGIN:VFREEBUSY', 'FREEBUSY:20261201T090000Z/PT1H,20261207T090000Z/soon', 'END:VFREEBUSY'],
    'other',
    '2026-12-07',
    ['2026-12-01 09:00 - 10:00', ALL_DEC_7],
  ],
] as const)('an event with %s is skipped and reported, and its day is blocked', (_, lines, reason, date, expected) => {
  const text = wrap(...fine, ...lines, ...event('DTSTART:20261220T090000Z', 'DURATION:PT1H'))
  const { times: found, skipped, events } = read(text)
  expect(skipped).toEqual([
    {
      title: (lines as string[]).includes('SUMMARY:Club')
        ? 'Club'
        : (lines as string[]).includes('SUMMARY:When?')
          ? 'When?'
          : '',
      date,
      reason,
    },
  ])
  const all = [...expected, DEC_9, '2026-12-20 09:00 - 10:00']
  expect(format(found)).toEqual(all.sort())
  expect(events).toBe(2)
})

test('a defect is reported only if the event can block the artist’s time', () => {
  for (const lines of [
    event('DTSTART:20150101T090000Z', 'DTSTART:20150102T090000Z'),
    event(...hour, 'STATUS:CANCELLED', 'RRULE:FREQ=FORTNIGHTLY'),
    event(...hour, 'TRANSP:TRANSPARENT', 'DTEND:later'),
  ])
    expect(read(wrap(...fine, ...lines))).toMatchObject({ skipped: [], times: { length: 1 } })
  expect(read(wrap(...event('DTSTART:20150101T090000Z', 'RRULE:FREQ=FORTNIGHTLY'))).skipped).toHaveLength(1)
  expect(read(wrap(...Array.from({ length: 30 }, () => event('DTSTART:bad')).flat())).skipped).toHaveLength(20)
  expect(read(wrap(...event('DTSTART:20261207T090000Z', ...hour)))).toMatchObject({ skipped: [], events: 1 })
})

test('any line endings, cases, control characters and damaged component borders are parsed', () => {
  const lines = [...event('SUMMARY:Two lines,', ' folded', ...hour, 'RRULE:FREQ=DAILY;COUNT=2'), ...fine]
  const text = wrap(...lines)
  const expected = [DEC_7, '2026-12-08 09:00 - 10:00', DEC_9]
  const variants: Record<string, string> = {
    'LF only': text.replaceAll('\r\n', '\n'),
    'CR only': text.replaceAll('\r\n', '\r'),
    'CR CR LF': text.replaceAll('\r\n', '\r\r\n'),
    'lower case': text.toLowerCase(),
    'blanks at the ends of lines': text.replaceAll('\r\n', ' \t\r\n'),
    'control characters': text
      .replaceAll('T09', '\0T09')
      .replaceAll('END', 'E\u000BND')
      .replaceAll('UID', '\u0085U\u2028ID'),
    'a byte order mark': `\uFEFF${text}`,
    'folds inside of names and values': text.replaceAll('DTSTART', 'DTST\r\n ART').replaceAll('FREQ', 'FR\r\n\tEQ'),
    'a text with line breaks that are not folded': text.replace(
      'SUMMARY:Fine',
      'DESCRIPTION:Bring\r\nall: of it\r\n- brushes',
    ),
    'no END:VEVENT': text.replaceAll('END:VEVENT\r\n', ''),
    'no first BEGIN:VEVENT': text.replace('BEGIN:VEVENT\r\n', ''),
    'no END:VCALENDAR': text.replace('END:VCALENDAR', ''),
    'no BEGIN:VCALENDAR': text.replace('BEGIN:VCALENDAR\r\n', ''),
    'END:VCALENDAR in the middle': text.replace('END:VEVENT', 'END:VEVENT\r\nEND:VCALENDAR'),
    'a missing line break between two events': text.replace('END:VEVENT\r\nBEGIN', 'END:VEVENTBEGIN'),
    'a component that does not end': text.replace('BEGIN:VEVENT', 'BEGIN:VALARM\r\nBEGIN:X-OWN\r\nBEGIN:VEVENT'),
  }
  for (const [name, variant] of Object.entries(variants))
    expect([name, format(read(variant).times)]).toEqual([name, expected])
})

test('a text that is not a calendar is refused, and an empty calendar is accepted', () => {
  for (const text of ['', 'hello', '<html>BEGIN:VCALENDAR</html>', '{"kind":"calendar"}', 'BEGIN:VCARD\r\nEND:VCARD'])
    expect(() => read(text)).toThrow('There is no calendar at this address.')
  expect(read(wrap())).toMatchObject({ times: [], events: 0, completeUntil: null })
})

const invited = (guests: string[], organizer = 'boss@made.up') =>
  event(...hour, `ORGANIZER;CN=B:mailto:${organizer}`, ...guests.map((guest) => `ATTENDEE;${guest}`))
test.each([
  [
    'by the address in the calendar’s name',
    [
      'X-WR-CALNAME:Me@made.up',
      ...invited(['PARTSTAT=DECLINED:MAILTO:me@made.up', 'PARTSTAT=ACCEPTED:mailto:x@made.up']),
    ],
    true,
  ],
  [
    'by the address of X-WR-RELCALID',
    ['X-WR-CALNAME:Work', 'X-WR-RELCALID:me@made.up', ...invited(['PARTSTAT=declined:mailto:me@made.up'])],
    true,
  ],
  [
    'by the owner, with the address as a parameter',
    ['X-OWNER;CN="Me":mailto:me@made.up', ...invited(['EMAIL=me@made.up;PARTSTAT=DECLINED:urn:uuid:1'])],
    true,
  ],
  [
    'by the only guest',
    invited(['PARTSTAT=ACCEPTED:mailto:boss@made.up', 'PARTSTAT=DECLINED:mailto:me@made.up']),
    true,
  ],
  [
    'by a guest who is not the owner',
    [
      'X-WR-CALNAME:me@made.up',
      ...invited(['PARTSTAT=DECLINED:mailto:x@made.up', 'PARTSTAT=ACCEPTED:mailto:me@made.up']),
    ],
    false,
  ],
  [
    'by the only guest of the owner’s own event',
    ['X-WR-CALNAME:boss@made.up', ...invited(['PARTSTAT=DECLINED:mailto:me@made.up'])],
    false,
  ],
  [
    'by one of several guests',
    invited(['PARTSTAT=DECLINED:mailto:x@made.up', 'PARTSTAT=ACCEPTED:mailto:y@made.up']),
    false,
  ],
  [
    'by the only guest of a regular organiser',
    [
      ...invited(['PARTSTAT=DECLINED:mailto:x@made.up']),
      ...event('DTSTART:20270301T090000Z', 'ORGANIZER:mailto:boss@made.up', 'ATTENDEE:mailto:y@made.up'),
    ],
    false,
  ],
  ['by nobody', ['X-WR-CALNAME:me@made.up', ...invited(['PARTSTAT=NEEDS-ACTION:mailto:me@made.up'])], false],
] as const)('whether an invitation declined %s blocks time', (_, lines, isFree) => {
  expect(times([...lines])).toEqual(isFree ? [] : [DEC_7])
})

test('our own events are recognised by their UID, also if other programs changed it, and returned separately', () => {
  const id = '7005d3b9-c375-5a33-8bdc-8e5282e8c2f3'
  const outlook = `040000008200E00074C5B7101A82E008${'0'.repeat(32)}3B0000007643616C2D55696401000000${Buffer.from(`${id}@primp\0`).toString('hex').toUpperCase()}`
  const uids = [`${id}@primp`, `${id}@PRIMP`, `${id}_R20261207T090000@primp`, `${id}@primp_R20261207`, outlook]
  for (const uid of uids) {
    const reading = read(wrap('BEGIN:VEVENT', `UID:${uid}`, ...hour, 'RRULE:FREQ=DAILY;COUNT=2', 'END:VEVENT', ...fine))
    expect(format(reading.times)).toEqual([DEC_9])
    expect(reading.ownEvents.map(({ uid: own }) => own)).toEqual([`${id}@primp`, `${id}@primp`])
    expect(format(reading.ownEvents)).toEqual([DEC_7, '2026-12-08 09:00 - 10:00'])
  }
  expect(read(wrap('BEGIN:VEVENT', 'UID:google-busy-3@primp', ...hour, 'END:VEVENT')).ownEvents[0]?.uid).toBe(
    'google-busy-3@primp',
  )
  expect(read(wrap('BEGIN:VEVENT', 'UID:a@primp.example', ...hour, 'END:VEVENT')).times).toHaveLength(1)
  const broken = read(wrap('BEGIN:VEVENT', `UID:${id}@primp`, ...hour, 'RRULE:FREQ=X', 'END:VEVENT'))
  expect([broken.times, format(broken.ownEvents)]).toEqual([[], [ALL_DEC_7]])
})

test('more than ten thousand times are read completely', () => {
  const daily = Array.from({ length: 15 }, (_, i) => [
    'BEGIN:VEVENT',
    `UID:${i}`,
    `DTSTART;TZID=Europe/London:20261101T${String(i + 6).padStart(2, '0')}0000`,
    'DURATION:PT15M',
    'RRULE:FREQ=DAILY',
    'END:VEVENT',
  ])
  const reading = read(wrap(...daily.flat(), ...fine))
  expect(reading).toMatchObject({ completeUntil: null, events: 16 })
  expect(reading.times.length).toBeGreaterThan(10_900)
})

test('when a limit is reached, everything before it is complete, and single events beyond it are still read', () => {
  const last = event('DTSTART:20281001T090000Z', 'DURATION:PT1H')
  const often = ['BEGIN:VEVENT', 'UID:s', 'DTSTART:20261201T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY;INTERVAL=3']
  const { times: found, completeUntil } = parseCalendar(
    wrap(...often, 'END:VEVENT', ...fine, ...last),
    { from, until, zone: 'UTC' },
    300,
  )
  expect(completeUntil).toBeGreaterThan(Date.parse('2026-12-01T00:00:00Z'))
  expect(completeUntil).toBeLessThan(Date.parse('2027-06-01T00:00:00Z'))
  const end = Math.min(completeUntil ?? 0, Date.parse('2026-12-01T12:00:00Z'))
  const starts = new Set(found.map((time) => time.from))
  for (let at = Date.parse('2026-12-01T00:00:00Z'); at < end; at += 3_000)
    if (!starts.has(at)) expect(short(at)).toBe('busy')
  expect(found.length).toBeLessThanOrEqual(50_000)
})

test('the expansion of endless recurrence rules stops in time, and the other events are read', () => {
  const started = performance.now()
  for (const rule of [
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=366',
    'FREQ=SECONDLY;COUNT=1000000000',
    'FREQ=DAILY;INTERVAL=1000000000',
    'FREQ=SECONDLY;INTERVAL=2000000;BYSECOND=59;BYMINUTE=59;BYHOUR=23;BYDAY=MO;BYMONTHDAY=13',
  ])
    expect(times([...event('DTSTART:20161120T090000Z', 'DURATION:PT1H', `RRULE:${rule}`), ...fine])).toContain(DEC_9)
  expect(performance.now() - started).toBeLessThan(10_000)
})
