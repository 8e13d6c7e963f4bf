import { expect, test } from 'vitest'
import { findZoneName, isIanaName } from './zone-names.ts'
import { createIanaZone } from './zones.ts'

const HOUR_MS = 3_600_000

test.each([
  ['GMT Standard Time', 'Europe/London'],
  ['AUS Eastern Standard Time', 'Australia/Sydney'],
  ['eastern standard time', 'America/New_York'],
  ['Eastern Daylight Time', 'America/New_York'],
  ['W. Europe Standard Time 1', 'Europe/Berlin'],
  ['UTC-11', 'Etc/GMT+11'],
  ['/freeassociation.sourceforge.net/Europe/London', 'Europe/London'],
  ['/freeassociation.sourceforge.net/Tzfile/Europe/London', 'Europe/London'],
  ['/citadel.org/20210210_1/America/New_York', 'America/New_York'],
  ['/softwarestudio.org/Olson_20011030_5/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['tzone://Microsoft/Utc', 'Etc/UTC'],
  ['America/New_York_1', 'America/New_York'],
  ['America/New_York 2', 'America/New_York'],
  ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['(GMT-05.00) Eastern Time (US & Canada)', 'America/New_York'],
  ['Pacific Time (US & Canada)', 'America/Los_Angeles'],
  ['(GMT-08:00) Pacific Time (US & Canada); Tijuana', 'America/Los_Angeles'],
  ['(GMT+10:00) Canberra, Melbourne, Sydney', 'Australia/Sydney'],
  ['(UTC+00:00) Dublin, Edinburgh, Lisbon, London', 'Europe/Dublin'],
  ['(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London', 'Europe/Dublin'],
  ['(UTC-03:30) Newfoundland', 'America/St_Johns'],
  ['(UTC+08:00) Perth', 'Australia/Perth'],
  ['(UTC-10:00) Hawaii', 'US/hawaii'],
  ['(UTC+05:30) A city that nobody knows', 5.5],
  ['AEST', 10],
  ['aedt', 11],
  ['EST', -5],
  ['BST', 1],
  ['GMT-0500', -5],
  ['UTC-05:00', -5],
  ['GMT+05.30', 5.5],
  ['+0930', 9.5],
  ['UTC', 0],
  ['UTC+99', undefined],
  ['Customized Time Zone', undefined],
  ['Mitteleuropäische Zeit', undefined],
  ['My/Own Zone', undefined],
  ['', undefined],
])('the zone name %s means %s', (name, expected) => {
  expect(isIanaName(name)).toBe(false)
  expect(findZoneName(name)).toBe(typeof expected === 'number' ? expected * HOUR_MS : expected)
})

test('names of the time zone database are known in any case', () => {
  for (const name of ['Europe/London', 'europe/london', 'US/Eastern', 'EST5EDT', 'Asia/Calcutta', 'Etc/GMT+5'])
    expect([name, isIanaName(name)]).toEqual([name, true])
})

test('a skipped time has the offset before the change, a repeated one is the first', () => {
  const zone = createIanaZone('Europe/London')
  const instant = (wall: string) => new Date(zone.toInstant(Date.parse(`${wall}Z`))).toISOString().slice(0, 16)
  expect(instant('2027-03-28T00:59')).toBe('2027-03-28T00:59')
  expect(instant('2027-03-28T01:30')).toBe('2027-03-28T01:30')
  expect(instant('2027-03-28T02:00')).toBe('2027-03-28T01:00')
  expect(instant('2027-10-31T01:30')).toBe('2027-10-31T00:30')
  expect(instant('2027-10-31T02:00')).toBe('2027-10-31T02:00')
  expect(instant('0001-01-01T00:00')).toMatch(/^0001-01-01T00:01/)
})
