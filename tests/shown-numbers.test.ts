import { beforeEach, expect, test } from 'vitest'
import { KnownTexts } from '#tests/e2e/shown-numbers.ts'

const now = new Date('2026-11-20T09:00:00Z')
let known: KnownTexts
beforeEach(() => {
  known = new KnownTexts(now)
})

test.each([
  ['an amount', { deposit: 32.5 }, 'Deposit £32.50', 'Deposit £32.05'],
  ['an amount of whole pounds', { total: 1250 }, 'Total £1,250', 'Total £1,205'],
  ['a count', { bookings: 14 }, '14 bookings', '15 bookings'],
  ['the length of a list', { artists: [{ name: 'Ada' }, { name: 'Eve' }] }, '2 artists', '3 artists'],
  ['a percentage', { bookedOutPercent: 72 }, '72% booked out', '71% booked out'],
  ['minutes', { travelMinutes: 75 }, '1 h 15 min travel', '1 h 51 min travel'],
  ['a distance', { metres: 2_735 }, '1.7 miles away', '1.8 miles away'],
  ['a rating', { score: 4.87 }, '4.87 out of 4.87', '4.87 out of 5'],
  ['a day', { eventDate: '2027-06-12' }, 'Sat 12 June 2027', 'Sat 13 June 2027'],
  ['a day without a year', { eventDate: '2027-06-12' }, 'On Sat 12 June.', 'On Sun 12 June.'],
  ['a day of an axis', { week: '2026-09-07' }, '7 Sep', '8 Sep'],
  ['a clock of the place', { startsAt: '2027-06-12T12:30:00Z' }, 'Arrives 1:30 PM', 'Arrives 12:30 PM'],
  ['a chosen time', { finishTime: '09:00' }, 'Ready by 9 AM', 'Ready by 10 AM'],
  ['a month', { month: '2026-10' }, 'October 2026', 'October 2027'],
  ['a text with digits', { address: '14 Lark Row' }, 'At 14 Lark Row', 'At 15 Lark Row'],
  ['a countdown', { secondsLeft: 900 }, '14:58', '15:01'],
  ['how long an offer stands', { endsAt: '2026-11-20T13:30:00Z' }, '4 hours left', '6 hours left'],
])('%s of an answer is known, and any other is not', (_, answer, shown, other) => {
  known.add({ data: answer })
  expect(known.findUnknown(shown)).toEqual([])
  expect(known.findUnknown(other)).toHaveLength(1)
})

test('a number is known only in the form of its field', () => {
  known.add({ minutes: 45, amount: 30, percent: 20 })
  for (const other of ['£45', '45%', '30 min', '30%', '£20', '20 min', '45 miles'])
    expect(known.findUnknown(other), other).toHaveLength(1)
})

test('a length of time is that between two instants of an answer', () => {
  known.add({ startsAt: '2027-06-12T08:00:00Z', doneAt: '2027-06-12T09:30:00Z' })
  expect(known.findUnknown('Takes 1 h 30 min')).toEqual([])
  expect(known.findUnknown('Takes 1 h 40 min')).toHaveLength(1)
})

test('only charts may round an amount', () => {
  known.add({ earned: 486.6 })
  expect(known.findUnknown('£487', true)).toEqual([])
  expect(known.findUnknown('£487')).toHaveLength(1)
})

test('each line is read by itself, and the line of an unknown number is named', () => {
  known.add({ paid: 5 })
  expect(known.findUnknown('£5\n£6 left to pay\n£5')).toEqual(['£6 in “£6 left to pay”'])
})
