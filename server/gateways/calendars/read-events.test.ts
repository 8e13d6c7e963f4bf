import { test } from 'vitest'
import { ALL_DEC_7, type Case, DEC_7, event, expectTimes, hour } from './test-text.ts'

const cases: Case[] = [
  ['a single event', event(...hour), [DEC_7]],
  ['DURATION instead of an end', event('DTSTART:20261207T090000Z', 'DURATION:PT1H30M'), ['2026-12-07 09:00 - 10:30']],
  ['a timed event without an end, which takes no time,', event('DTSTART:20261207T090000Z'), []],
  [
    'a timed event with equal start and end, which takes no time,',
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
    'RDATE without a rule',
    event(...hour, 'RDATE:20261214T090000Z,20261221T090000Z'),
    [DEC_7, '2026-12-14 09:00 - 10:00', '2026-12-21 09:00 - 10:00'],
  ],
  [
    'RDATE on several lines, with a trailing comma',
    event(...hour, 'RDATE:20261214T090000Z,', 'RDATE:20261221T090000Z'),
    [DEC_7, '2026-12-14 09:00 - 10:00', '2026-12-21 09:00 - 10:00'],
  ],
  [
    'RDATE with RRULE',
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
    'RDATE of a date in a timed series, at the same time of day,',
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
    'UNTIL as a date, which includes that day,',
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
    'an all-day instance changed to a time',
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
    'a list of exceptions with another name of the zone',
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
]

test.each(cases)('%s is parsed', (_, lines, expected, zone) => expectTimes(lines, expected, zone))
