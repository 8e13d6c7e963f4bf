import { afterEach, expect, test } from 'vitest'
import { parseCalendar } from './parse-calendar.ts'

const [from, until] = [Date.parse('2026-11-19T09:00:00Z'), Date.parse('2028-11-19T09:00:00Z')]
const wrap = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a@made.up', ...lines, 'END:VEVENT']
const hour = ['DTSTART:20261207T090000Z', 'DTEND:20261207T100000Z']
const read = (text: string, zone = 'UTC') => parseCalendar(text, { from, until, zone })
const short = (instant: number) => new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
/** Formats times as '2026-12-07 09:00 - 10:00', with the date of the end if it is another one. */
const format = (times: { from: number; to: number }[]) =>
  times.map((time) => {
    const [start, end] = [short(time.from), short(time.to)]
    return `${start} - ${end.startsWith(start.slice(0, 10)) ? end.slice(11) : end}`
  })
const times = (lines: string[], zone?: string) => format(read(wrap(...lines), zone).times)

const serverZone = process.env['TZ']
afterEach(() => {
  if (serverZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = serverZone
})

type Case = [name: string, lines: string[], expected: string[], zone?: string]
const DEC_7 = '2026-12-07 09:00 - 10:00'
const ALL_DEC_7 = '2026-12-07 00:00 - 2026-12-08 00:00'

const cases: Case[] = [
  ['a single event', event(...hour), [DEC_7]],
  ['DURATION in place of an end', event('DTSTART:20261207T090000Z', 'DURATION:PT1H30M'), ['2026-12-07 09:00 - 10:30']],
  ['no end at all: a timed event takes no time', event('DTSTART:20261207T090000Z'), []],
  [
    'an end that equals the start: a timed event takes no time',
    event(...hour.slice(0, 1), 'DTEND:20261207T090000Z'),
    [],
  ],
  ['an all-day event', event('DTSTART;VALUE=DATE:20261207', 'DTEND;VALUE=DATE:20261208'), [ALL_DEC_7]],
  [
    'an all-day event whose end equals its start',
    event('DTSTART;VALUE=DATE:20261207', 'DTEND;VALUE=DATE:20261207'),
    [ALL_DEC_7],
  ],
  ['an all-day event without an end', event('DTSTART;VALUE=DATE:20261207'), [ALL_DEC_7]],
  ['a date without VALUE=DATE', event('DTSTART:20261207'), [ALL_DEC_7]],
  ['a time with VALUE=DATE', event('DTSTART;VALUE=DATE:20261207T090000Z', 'DURATION:PT1H'), [DEC_7]],
  [
    'an all-day event with a duration',
    event('DTSTART;VALUE=DATE:20261207', 'DURATION:P2D'),
    ['2026-12-07 00:00 - 2026-12-09 00:00'],
  ],
  [
    'a date that ends at a time',
    event('DTSTART;VALUE=DATE:20261207', 'DTEND:20261208T100000Z'),
    ['2026-12-07 00:00 - 2026-12-08 10:00'],
  ],
  [
    'times far beyond the span',
    event('DTSTART:00010101T000000Z', 'DTEND:99991231T000000Z'),
    ['2026-11-19 09:00 - 2028-11-19 09:00'],
  ],
  [
    'overlapping and touching times',
    [
      ...event(...hour),
      ...event('DTSTART:20261207T093000Z', 'DURATION:PT1H'),
      ...event('DTSTART:20261207T103000Z', 'DURATION:PT1H'),
    ],
    ['2026-12-07 09:00 - 11:30'],
  ],
  ['to-dos and journals', ['BEGIN:VTODO', ...hour, 'END:VTODO', 'BEGIN:VJOURNAL', ...hour, 'END:VJOURNAL'], []],
  [
    'an alarm with times of its own',
    event(...hour, 'BEGIN:VALARM', 'DTSTART:20261209T090000Z', 'DURATION:PT5M', 'END:VALARM'),
    [DEC_7],
  ],

  [
    'RDATE alone',
    event(...hour, 'RDATE:20261214T090000Z,20261221T090000Z'),
    [DEC_7, '2026-12-14 09:00 - 10:00', '2026-12-21 09:00 - 10:00'],
  ],
  [
    'RDATE on several lines, with a trailing comma',
    event(...hour, 'RDATE:20261214T090000Z,', 'RDATE:20261221T090000Z'),
    [DEC_7, '2026-12-14 09:00 - 10:00', '2026-12-21 09:00 - 10:00'],
  ],
  [
    'RDATE beside RRULE',
    event(...hour, 'RRULE:FREQ=DAILY;COUNT=2', 'RDATE:20261214T110000Z'),
    [DEC_7, '2026-12-08 09:00 - 10:00', '2026-12-14 11:00 - 12:00'],
  ],
  [
    'RDATE with a zone',
    event(...hour, 'RDATE;TZID=America/New_York:20261214T090000'),
    [DEC_7, '2026-12-14 14:00 - 15:00'],
  ],
  [
    'RDATE as periods',
    event(...hour, 'RDATE;VALUE=PERIOD:20261214T090000Z/20261214T130000Z,20261215T090000Z/PT2H'),
    [DEC_7, '2026-12-14 09:00 - 13:00', '2026-12-15 09:00 - 11:00'],
  ],
  [
    'RDATE as a period without VALUE',
    event(...hour, 'RDATE:20261214T090000Z/PT2H'),
    [DEC_7, '2026-12-14 09:00 - 11:00'],
  ],
  [
    'RDATE of dates in an all-day series',
    event('DTSTART;VALUE=DATE:20261207', 'RDATE;VALUE=DATE:20261209'),
    [ALL_DEC_7, '2026-12-09 00:00 - 2026-12-10 00:00'],
  ],
  [
    'RDATE of a date in a timed series: at the same time of day',
    event(...hour, 'RDATE;VALUE=DATE:20261214'),
    [DEC_7, '2026-12-14 09:00 - 10:00'],
  ],
  ['an exception for an RDATE', event(...hour, 'RDATE:20261214T090000Z', 'EXDATE:20261214T090000Z'), [DEC_7]],

  [
    'UNTIL in local time',
    event('DTSTART;TZID=America/New_York:20261207T190000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20261208T190000'),
    ['2026-12-08 00:00 - 01:00', '2026-12-09 00:00 - 01:00'],
  ],
  [
    'UNTIL as a date includes that day',
    event(...hour, 'RRULE:FREQ=DAILY;UNTIL=20261208'),
    [DEC_7, '2026-12-08 09:00 - 10:00'],
  ],
  [
    'UNTIL in UTC in an all-day series of another zone',
    event('DTSTART;VALUE=DATE:20261207', 'RRULE:FREQ=DAILY;UNTIL=20261207T130000Z'),
    ['2026-12-06 13:00 - 2026-12-08 13:00'],
    'Australia/Sydney',
  ],
  [
    'the last working day of a month',
    event('DTSTART:20261231T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2'),
    ['2026-12-31 09:00 - 10:00', '2027-01-29 09:00 - 10:00'],
  ],
  [
    'a rule that does not match its own start',
    event('DTSTART:20261207T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=1'),
    [DEC_7, '2026-12-08 09:00 - 10:00'],
  ],
  [
    'two rules',
    event(...hour, 'RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=MONTHLY;COUNT=2'),
    [DEC_7, '2026-12-08 09:00 - 10:00', '2027-01-07 09:00 - 10:00'],
  ],
  [
    'a long instance that began before the span',
    event('DTSTART;VALUE=DATE:20261001', 'DTEND;VALUE=DATE:20261026', 'RRULE:FREQ=MONTHLY;COUNT=2'),
    ['2026-11-19 09:00 - 2026-11-26 00:00'],
  ],

  [
    'all-day exceptions as times',
    event(
      'DTSTART;VALUE=DATE:20261207',
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE;TZID=W. Europe Standard Time:20261208T000000',
      'EXDATE:20261209T000000Z',
    ),
    [ALL_DEC_7, '2026-12-10 00:00 - 2026-12-11 00:00'],
  ],
  [
    'an all-day exception as the local midnight in UTC',
    event('DTSTART;VALUE=DATE:20261207', 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20261207T130000Z'),
    ['2026-12-06 13:00 - 2026-12-07 13:00'],
    'Australia/Sydney',
  ],
  [
    'an all-day instance that is changed by a time',
    [
      ...event('DTSTART;VALUE=DATE:20261207', 'RRULE:FREQ=DAILY;COUNT=2'),
      ...event('RECURRENCE-ID:20261208T000000Z', 'DTSTART:20261210T090000Z', 'DTEND:20261210T100000Z'),
    ],
    [ALL_DEC_7, '2026-12-10 09:00 - 10:00'],
  ],
  [
    'a date as the exception of a timed series',
    event(
      'DTSTART;TZID=America/New_York:20261207T200000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE;VALUE=DATE:20261208',
    ),
    ['2026-12-08 01:00 - 02:00', '2026-12-10 01:00 - 02:00'],
  ],
  [
    'a date as the recurrence id of a timed series',
    [
      ...event(...hour, 'RRULE:FREQ=DAILY;COUNT=2'),
      ...event('RECURRENCE-ID;VALUE=DATE:20261208', 'DTSTART:20261208T150000Z', 'DURATION:PT1H'),
    ],
    [DEC_7, '2026-12-08 15:00 - 16:00'],
  ],
  [
    'a list of exceptions in another name of the zone',
    event(
      'DTSTART;TZID=Europe/London:20270322T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'EXDATE;TZID=GMT Standard Time:20270329T090000,20270405T090000',
    ),
    ['2027-03-22 09:00 - 10:00', '2027-04-12 08:00 - 09:00'],
  ],
  [
    'an invalid exception among valid ones',
    event(...hour, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261208T090000Z,never,20261209T090000Z'),
    [DEC_7],
  ],
  [
    'a floating exception in a series with a zone',
    event(
      'DTSTART;TZID=America/New_York:20261207T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=2',
      'EXDATE:20261207T090000',
    ),
    ['2026-12-08 14:00 - 15:00'],
  ],

  [
    'a moved instance',
    [
      ...event(...hour, 'RRULE:FREQ=DAILY;COUNT=2'),
      ...event('RECURRENCE-ID:20261208T090000Z', 'DTSTART:20261211T110000Z', 'DURATION:PT1H'),
    ],
    [DEC_7, '2026-12-11 11:00 - 12:00'],
  ],
  [
    'a cancelled instance',
    [
      ...event(...hour, 'RRULE:FREQ=DAILY;COUNT=2'),
      ...event('RECURRENCE-ID:20261208T090000Z', 'DTSTART:20261208T090000Z', 'DURATION:PT1H', 'STATUS:Cancelled'),
    ],
    [DEC_7],
  ],
  [
    'two versions of an instance: the one with the higher sequence',
    [
      ...event(...hour, 'RRULE:FREQ=DAILY;COUNT=2'),
      ...event('RECURRENCE-ID:20261208T090000Z', 'SEQUENCE:2', 'DTSTART:20261208T150000Z', 'DURATION:PT1H'),
      ...event('RECURRENCE-ID:20261208T090000Z', 'SEQUENCE:1', 'DTSTART:20261208T120000Z', 'DURATION:PT1H'),
    ],
    [DEC_7, '2026-12-08 15:00 - 16:00'],
  ],
  [
    'instances without their series',
    [
      ...event('RECURRENCE-ID:20261207T090000Z', ...hour),
      ...event('RECURRENCE-ID:20261214T090000Z', 'DTSTART:20261214T110000Z', 'DURATION:PT1H'),
    ],
    [DEC_7, '2026-12-14 11:00 - 12:00'],
  ],
  [
    'one UID on several events',
    [...event(...hour), ...event('DTSTART:20261208T090000Z', 'DURATION:PT1H')],
    [DEC_7, '2026-12-08 09:00 - 10:00'],
  ],
  [
    'events without a UID',
    [
      ...event(...hour).filter((line) => !line.startsWith('UID')),
      ...event('DTSTART:20261208T090000Z', 'DURATION:PT1H').filter((line) => !line.startsWith('UID')),
    ],
    [DEC_7, '2026-12-08 09:00 - 10:00'],
  ],
  [
    'this and future: time and length',
    [
      ...event(...hour, 'RRULE:FREQ=WEEKLY;COUNT=4'),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261221T090000Z',
        'DTSTART:20261221T140000Z',
        'DTEND:20261221T160000Z',
      ),
    ],
    [DEC_7, '2026-12-14 09:00 - 10:00', '2026-12-21 14:00 - 16:00', '2026-12-28 14:00 - 16:00'],
  ],
  [
    'this and future, twice, with one instance changed',
    [
      ...event(...hour, 'RRULE:FREQ=DAILY;COUNT=6'),
      ...event('RECURRENCE-ID;RANGE=THISANDFUTURE:20261211T090000Z', 'DTSTART:20261210T200000Z', 'DURATION:PT30M'),
      ...event('RECURRENCE-ID;RANGE=ThisAndFuture:20261208T090000Z', 'DTSTART:20261208T100000Z', 'DURATION:PT1H'),
      ...event('RECURRENCE-ID:20261210T090000Z', 'DTSTART:20261210T150000Z', 'DURATION:PT1H'),
    ],
    [
      DEC_7,
      '2026-12-08 10:00 - 11:00',
      '2026-12-09 10:00 - 11:00',
      '2026-12-10 15:00 - 16:00',
      '2026-12-10 20:00 - 20:30',
      '2026-12-11 20:00 - 20:30',
    ],
  ],
  [
    'this and future: cancelled',
    [
      ...event(...hour, 'RRULE:FREQ=DAILY'),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261208T090000Z',
        'DTSTART:20261208T090000Z',
        'DURATION:PT1H',
        'STATUS:CANCELLED',
      ),
    ],
    [DEC_7],
  ],
  [
    'this and future across a clock change',
    [
      ...event('DTSTART;TZID=Europe/London:20270322T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3'),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20270322T090000Z',
        'DTSTART;TZID=Europe/London:20270322T100000',
        'DURATION:PT1H',
      ),
    ],
    ['2027-03-22 10:00 - 11:00', '2027-03-29 09:00 - 10:00', '2027-04-05 09:00 - 10:00'],
  ],

  [
    'free/busy',
    [
      'BEGIN:VFREEBUSY',
      'DTSTART:20261201T000000Z',
      'DTEND:20270101T000000Z',
      'FREEBUSY:20261207T090000Z/PT1H',
      'FREEBUSY;FBTYPE=BUSY:20261208T090000Z/20261208T120000Z,20261208T150000Z/PT1H',
      'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20261209T090000Z/PT3H',
      'FREEBUSY;FBTYPE=busy-tentative:20261210T090000Z/PT3H',
      'FREEBUSY;FBTYPE=X-OWN:20261211T090000Z/PT3H',
      'FREEBUSY;FBTYPE=Free:20261212T090000Z/PT3H',
      'END:VFREEBUSY',
    ],
    [
      DEC_7,
      '2026-12-08 09:00 - 12:00',
      '2026-12-08 15:00 - 16:00',
      '2026-12-09 09:00 - 12:00',
      '2026-12-10 09:00 - 12:00',
      '2026-12-11 09:00 - 12:00',
    ],
  ],
  [
    'several calendars in one file',
    [...event(...hour), 'END:VCALENDAR', 'BEGIN:VCALENDAR', ...event('DTSTART:20261208T090000Z', 'DURATION:PT1H')],
    [DEC_7, '2026-12-08 09:00 - 10:00'],
  ],

  ['cancelled in any case', event(...hour, 'STATUS: cancelled '), []],
  [
    'transparent in any case, with blanks and parameters',
    [...event(...hour, 'TRANSP: transparent'), ...event(...hour, 'TRANSP;X-A=1:Transparent ')],
    [],
  ],
  ['free in Microsoft calendars', event(...hour, 'TRANSP:OPAQUE', 'X-MICROSOFT-CDO-BUSYSTATUS:Free'), []],
  ['other states of Microsoft calendars', event(...hour, 'X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE'), [DEC_7]],
  ['tentative', event(...hour, 'STATUS:TENTATIVE'), [DEC_7]],

  [
    'a day and a clock without a zone',
    [
      ...event('DTSTART;VALUE=DATE:20261128', 'DTEND;VALUE=DATE:20261130'),
      ...event('DTSTART:20261203T100000', 'DTEND:20261203T113000'),
    ],
    ['2026-11-27 13:00 - 2026-11-29 13:00', '2026-12-02 23:00 - 2026-12-03 00:30'],
    'Australia/Sydney',
  ],
  [
    'an all-day series across a clock change',
    event('DTSTART;VALUE=DATE:20270327', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20270403'),
    ['2027-03-26 13:00 - 2027-03-27 13:00', '2027-04-09 14:00 - 2027-04-10 14:00'],
    'Australia/Sydney',
  ],
  ['the day of a clock change', event('DTSTART;VALUE=DATE:20270328'), ['2027-03-28 00:00 - 23:00'], 'Europe/London'],
  [
    'a time that the clocks skip',
    event(
      'DTSTART;TZID=Europe/London:20270327T013000',
      'DTEND;TZID=Europe/London:20270327T023000',
      'RRULE:FREQ=DAILY;COUNT=3',
    ),
    ['2027-03-27 01:30 - 02:30', '2027-03-28 01:30 - 02:30', '2027-03-29 00:30 - 01:30'],
  ],
  [
    'a time that the clocks repeat: the first',
    event('DTSTART;TZID=Europe/London:20271031T013000', 'DURATION:PT1H'),
    ['2027-10-31 00:30 - 01:30'],
  ],
  ['a floating time beside a zone that is empty', event('DTSTART;TZID=:20261207T090000', 'DURATION:PT1H'), [DEC_7]],
  ['a UTC time beside a zone', event('DTSTART;TZID=America/New_York:20261207T090000Z', 'DURATION:PT1H'), [DEC_7]],
  [
    'an end in another zone',
    event('DTSTART;TZID=Europe/London:20261207T090000', 'DTEND;TZID=America/New_York:20261207T050000'),
    [DEC_7],
  ],
  [
    'a quoted and an unquoted display name with a colon',
    [
      ...event('DTSTART;TZID="(UTC-05:00) Eastern Time (US & Canada)":20270707T090000', 'DURATION:PT1H'),
      ...event('DTSTART;TZID=(UTC-05:00) Eastern Time (US & Canada):20270708T090000', 'DURATION:PT1H'),
    ],
    ['2027-07-07 13:00 - 14:00', '2027-07-08 13:00 - 14:00'],
  ],
]

test.each(cases)('reads %s', (_, lines, expected, zone) => {
  expect(times(lines, zone)).toEqual(expected)
  // Neither the server's zone nor the order of the components matters.
  for (const own of ['America/Los_Angeles', 'Pacific/Auckland']) {
    process.env['TZ'] = own
    expect(times(lines, zone)).toEqual(expected)
  }
  const components = wrap(...lines).split(/(?=BEGIN:V(?:EVENT|FREEBUSY))/)
  if (components.length < 3 || lines.includes('BEGIN:VCALENDAR')) return
  const [head = '', ...rest] = components
  const reversed = rest.map((one) => one.replace('END:VCALENDAR\r\n', '')).reverse()
  expect(format(read(head + reversed.join(''), zone).times)).toEqual(expected)
})

const definition = (tzid: string, ...lines: string[]) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  ...lines,
  ...['BEGIN:STANDARD', 'DTSTART:16010101T030000', 'TZOFFSETFROM:+1100', 'TZOFFSETTO:+1000'],
  ...['RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:+1000', 'TZOFFSETTO:+1100'],
  ...['RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=10', 'END:DAYLIGHT', 'END:VTIMEZONE'],
]
const inZone = (tzid: string) =>
  event(`DTSTART;TZID=${tzid}:20270331T090000`, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2')

test('a zone that the file defines is read by its own rules, whatever its name and the case of it', () => {
  for (const tzid of ['Customized Time Zone', 'Our Studio Time', 'AEST'])
    expect(times([...definition(tzid), ...inZone(tzid.toLowerCase())])).toEqual([
      '2027-03-30 22:00 - 23:00',
      '2027-04-06 23:00 - 2027-04-07 00:00',
    ])
  // The definition may follow the events, or be in another calendar of the file.
  expect(times([...inZone('Ours'), 'END:VCALENDAR', 'BEGIN:VCALENDAR', ...definition('Ours')])).toHaveLength(2)
  // The clocks go back at 3: half past two comes twice, and the first counts.
  const night = event('DTSTART;TZID=Ours:20270404T023000', 'DURATION:PT1H')
  expect(times([...definition('Ours'), ...night])).toEqual(['2027-04-03 15:30 - 16:30'])
})

test('a defined zone that names one of the database is that one', () => {
  for (const line of ['X-LIC-LOCATION:Europe/London', 'TZURL:http://tzurl.org/zoneinfo/Europe/London.ics'])
    expect(times([...definition('/a/b', line), ...inZone('/a/b')])).toEqual([
      '2027-03-31 08:00 - 09:00',
      '2027-04-07 08:00 - 09:00',
    ])
  // A name of the database needs no definition, and a wrong one is ignored.
  expect(times([...definition('Europe/London'), ...inZone('Europe/London')])[0]).toBe('2027-03-31 08:00 - 09:00')
  // A definition without rules that can be used is none.
  const empty = ['BEGIN:VTIMEZONE', 'TZID:GMT Standard Time', 'END:VTIMEZONE']
  expect(times([...empty, ...inZone('GMT Standard Time')])[0]).toBe('2027-03-31 08:00 - 09:00')
})

test('a zone that nobody knows is the artist’s, and is reported', () => {
  const { times: found, assumedZones } = read(wrap(...inZone('Nowhere Time'), ...event(...hour)), 'America/New_York')
  expect(format(found).slice(1)).toEqual(['2027-03-31 13:00 - 14:00', '2027-04-07 13:00 - 14:00'])
  expect(assumedZones).toEqual(['Nowhere Time'])
})

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
    'a rule of another calendar',
    event(...hour, 'RRULE:RSCALE=HEBREW;FREQ=YEARLY'),
    'repeat',
    '2026-12-07',
    [ALL_DEC_7],
  ],
  [
    'an invalid rule of an event that lasts into the next day',
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
  ['a start that is damaged', event('DTSTART:20261207Tx'), 'start', '2026-12-07', [ALL_DEC_7]],
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
] as const)('skips an event with %s, reports it and keeps its day', (_, lines, reason, date, expected) => {
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

test('a fault matters only where it can take the artist’s time', () => {
  for (const lines of [
    event('DTSTART:20150101T090000Z', 'DTSTART:20150102T090000Z'),
    event(...hour, 'STATUS:CANCELLED', 'RRULE:FREQ=FORTNIGHTLY'),
    event(...hour, 'TRANSP:TRANSPARENT', 'DTEND:later'),
  ])
    expect(read(wrap(...fine, ...lines))).toMatchObject({ skipped: [], times: { length: 1 } })
  expect(read(wrap(...event('DTSTART:20150101T090000Z', 'RRULE:FREQ=FORTNIGHTLY'))).skipped).toHaveLength(1)
  expect(read(wrap(...Array.from({ length: 30 }, () => event('DTSTART:bad')).flat())).skipped).toHaveLength(20)
  // The same start twice is no contradiction.
  expect(read(wrap(...event('DTSTART:20261207T090000Z', ...hour)))).toMatchObject({ skipped: [], events: 1 })
})

test('reads any line ends, cases, control characters and damaged component borders', () => {
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

test('a text that is no calendar is refused, an empty calendar is not', () => {
  for (const text of ['', 'hello', '<html>BEGIN:VCALENDAR</html>', '{"kind":"calendar"}', 'BEGIN:VCARD\r\nEND:VCARD'])
    expect(() => read(text)).toThrow('This address does not hold a calendar.')
  expect(read(wrap())).toMatchObject({ times: [], events: 0, completeUntil: null })
})

const invited = (guests: string[], organizer = 'boss@made.up') =>
  event(...hour, `ORGANIZER;CN=B:mailto:${organizer}`, ...guests.map((guest) => `ATTENDEE;${guest}`))
test.each([
  [
    'by the address that the calendar is named by',
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
    'by another guest than the owner',
    [
      'X-WR-CALNAME:me@made.up',
      ...invited(['PARTSTAT=DECLINED:mailto:x@made.up', 'PARTSTAT=ACCEPTED:mailto:me@made.up']),
    ],
    false,
  ],
  [
    'by the only guest of the owner',
    ['X-WR-CALNAME:boss@made.up', ...invited(['PARTSTAT=DECLINED:mailto:me@made.up'])],
    false,
  ],
  [
    'by one of several guests',
    invited(['PARTSTAT=DECLINED:mailto:x@made.up', 'PARTSTAT=ACCEPTED:mailto:y@made.up']),
    false,
  ],
  [
    'by the only guest of somebody who is in all meetings',
    [
      ...invited(['PARTSTAT=DECLINED:mailto:x@made.up']),
      ...event('DTSTART:20270301T090000Z', 'ORGANIZER:mailto:boss@made.up', 'ATTENDEE:mailto:y@made.up'),
    ],
    false,
  ],
  ['by nobody', ['X-WR-CALNAME:me@made.up', ...invited(['PARTSTAT=NEEDS-ACTION:mailto:me@made.up'])], false],
] as const)('an invitation that is declined %s', (_, lines, isFree) => {
  expect(times([...lines])).toEqual(isFree ? [] : [DEC_7])
})

test('events of our own are returned apart, by a UID that others may have changed', () => {
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
  // A fault in one of them does not block its day.
  const broken = read(wrap('BEGIN:VEVENT', `UID:${id}@primp`, ...hour, 'RRULE:FREQ=X', 'END:VEVENT'))
  expect([broken.times, format(broken.ownEvents)]).toEqual([[], [ALL_DEC_7]])
})

test('more than ten thousand times are read completely', () => {
  const daily = Array.from({ length: 15 }, (_, i) => [
    ...['BEGIN:VEVENT', `UID:${i}`, `DTSTART;TZID=Europe/London:20261101T${String(i + 6).padStart(2, '0')}0000`],
    ...['DURATION:PT15M', 'RRULE:FREQ=DAILY', 'END:VEVENT'],
  ])
  const reading = read(wrap(...daily.flat(), ...fine))
  expect(reading).toMatchObject({ completeUntil: null, events: 16 })
  expect(reading.times.length).toBeGreaterThan(10_900)
})

test('where a limit ends the reading, all before it is complete, and single events are read beyond it', () => {
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

test('rules made to take for ever end in time, and the other events are read', () => {
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
