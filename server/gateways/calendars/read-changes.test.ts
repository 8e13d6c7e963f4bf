import { expect, test } from 'vitest'
import { type Case, DEC_7, event, expectTimes, format, hour, read, times, wrap } from './test-text.ts'

const cases: Case[] = [
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
    'the version of an instance with the higher sequence',
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
    'a date and a time without a zone',
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
    'a time skipped by a clock change',
    event(
      'DTSTART;TZID=Europe/London:20270327T013000',
      'DTEND;TZID=Europe/London:20270327T023000',
      'RRULE:FREQ=DAILY;COUNT=3',
    ),
    ['2027-03-27 01:30 - 02:30', '2027-03-28 01:30 - 02:30', '2027-03-29 00:30 - 01:30'],
  ],
  [
    'the first of a time repeated by a clock change',
    event('DTSTART;TZID=Europe/London:20271031T013000', 'DURATION:PT1H'),
    ['2027-10-31 00:30 - 01:30'],
  ],
  ['a floating time with an empty zone', event('DTSTART;TZID=:20261207T090000', 'DURATION:PT1H'), [DEC_7]],
  ['a UTC time with a zone', event('DTSTART;TZID=America/New_York:20261207T090000Z', 'DURATION:PT1H'), [DEC_7]],
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

test.each(cases)('%s is parsed', (_, lines, expected, zone) => expectTimes(lines, expected, zone))

const definition = (tzid: string, ...lines: string[]) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  ...lines,
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+1100',
  'TZOFFSETTO:+1000',
  'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+1000',
  'TZOFFSETTO:+1100',
  'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=10',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]
const inZone = (tzid: string) =>
  event(`DTSTART;TZID=${tzid}:20270331T090000`, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2')

test('a zone defined in the file follows its own rules, whatever its name and case', () => {
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

test('a defined zone with a name of the time zone database is that zone', () => {
  for (const line of ['X-LIC-LOCATION:Europe/London', 'TZURL:http://tzurl.org/zoneinfo/Europe/London.ics'])
    expect(times([...definition('/a/b', line), ...inZone('/a/b')])).toEqual([
      '2027-03-31 08:00 - 09:00',
      '2027-04-07 08:00 - 09:00',
    ])
  // A name of the database needs no definition, and a wrong one is ignored.
  expect(times([...definition('Europe/London'), ...inZone('Europe/London')])[0]).toBe('2027-03-31 08:00 - 09:00')
  // A definition without usable rules is ignored.
  const empty = ['BEGIN:VTIMEZONE', 'TZID:GMT Standard Time', 'END:VTIMEZONE']
  expect(times([...empty, ...inZone('GMT Standard Time')])[0]).toBe('2027-03-31 08:00 - 09:00')
})

test('an unknown zone counts as the artist’s zone, and is reported', () => {
  const { times: found, assumedZones } = read(wrap(...inZone('Nowhere Time'), ...event(...hour)), 'America/New_York')
  expect(format(found).slice(1)).toEqual(['2027-03-31 13:00 - 14:00', '2027-04-07 13:00 - 14:00'])
  expect(assumedZones).toEqual(['Nowhere Time'])
})
