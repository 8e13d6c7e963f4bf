import { expect, test } from 'vitest'
import type { ProgressEntry } from '#contract/party/day-updates.ts'
import { computeForecast } from '#contract/party/forecast.ts'
import type { Plan } from '#contract/search/quotes.ts'
import {
  type DayView,
  formatExpected,
  formatHeldUp,
  formatLatestUpdate,
  formatLiveHeadline,
  formatReadyLine,
  formatShift,
} from './live-phrases.ts'

const at = (clock: string) => `2027-06-12T${clock}:00.000Z`
const block = (person: number, from: string, to: string) => ({
  artist: 'Ana',
  artistIndex: 0,
  person,
  serviceId: 'makeup',
  label: 'Makeup',
  from: at(from),
  to: at(to),
})
const planned: Plan = {
  arriveAt: at('09:45'),
  startAt: at('10:00'),
  doneAt: at('11:00'),
  readyBy: at('11:10'),
  spareMinutes: 10,
  setupMinutes: 15,
  timeZone: 'UTC',
  clocksChange: false,
  early: false,
  artists: ['Ana'],
  blocks: [block(1, '10:00', '10:30'), block(2, '10:30', '11:00')],
}
let ids = 0
const word = (kind: ProgressEntry['kind'], clock: string, more: Partial<ProgressEntry> = {}): ProgressEntry => ({
  id: `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  kind,
  undo: false,
  person: null,
  serviceId: null,
  minutes: null,
  at: at(clock),
  acting: false,
  ...more,
})
const sitting = { person: 1, serviceId: 'makeup' }

function told(said: ProgressEntry[]) {
  const live: DayView = {
    countryCode: 'GB',
    timeZone: 'UTC',
    state: 'booked',
    readyAt: at('11:10'),
    endsAt: at('11:10'),
    planned,
    said,
    elsewhere: [],
    names: ['Leila', 'Maya'],
    name: 'Ana Moss',
    dayOf: { leftAt: null, arrivedAt: null, lateMinutes: 0, doneAt: null },
  }
  const seen = computeForecast(planned, said, null, (ms) => new Date(ms).toISOString())
  return [
    formatLiveHeadline(live, seen),
    formatShift(live, seen),
    formatReadyLine(live, seen),
    formatLatestUpdate(live),
  ]
}

test('the status shows what was reported, who is in the chair by now, and how long before or after the ready-by time everyone is ready', () => {
  expect(told([word('arrived', '09:44'), word('started', '10:12', sitting)])).toEqual([
    'Leila has started: Makeup.',
    '12 minutes behind. Maya now starts at 10:42 AM instead of 10:30 AM.',
    'Everyone is ready at 11:12 AM, 2 minutes late.',
    'Ana reported this at 10:12 AM.',
  ])
  expect(told([word('started', '10:05', sitting)]).slice(1, 3)).toEqual([
    '5 minutes behind. Maya now starts at 10:35 AM instead of 10:30 AM.',
    'Everyone is ready at 11:05 AM, 5 minutes early.',
  ])
  expect(told([word('started', '10:10', sitting)])[2]).toBe('Everyone is ready at 11:10 AM, just in time.')
  expect(told([word('arrived', '09:44', { acting: true })])).toEqual([
    'Ana has arrived.',
    'On time.',
    'Everyone is ready at 11:00 AM, 10 minutes early.',
    'Primp reported this for Ana at 9:44 AM.',
  ])
})

test('the status words a delay before and after arrival, and ignores undone events', () => {
  expect(told([word('late', '09:30', { minutes: 5 })])[0]).toBe(
    'Ana is running 5 minutes late and should arrive at 9:50 AM. The plan still ends at 11:10 AM.',
  )
  expect(told([word('late', '09:30', { minutes: 30 })])[0]).toBe(
    'Ana is running 30 minutes late. The plan now ends at 11:30 AM.',
  )
  expect(told([word('arrived', '09:45'), word('late', '09:55', { minutes: 5 })])[0]).toBe(
    'Ana is running 5 minutes late.',
  )
  const late = word('late', '09:30', { minutes: 5 })
  expect(told([word('left', '09:20'), late, word('late', '09:35', { minutes: 0 })])[0]).toBe(
    'Ana is on the way, arriving about 9:45 AM.',
  )
  expect(told([late, word('late', '09:36', { undo: true })])[0]).toBeNull()
  expect(told([word('arrived', '09:45'), word('done', '10:40')])[0]).toBe('Done.')
})

test('the status names people still with another artist, even without reports of this one', () => {
  const elsewhere: DayView['elsewhere'] = [
    {
      person: 2,
      artist: 'Zoe Lark',
      label: 'Updo',
      state: 'now',
      plannedFrom: at('10:00'),
      from: at('10:10'),
      to: at('10:45'),
    },
  ]
  const live: DayView = {
    countryCode: 'GB',
    timeZone: 'UTC',
    state: 'booked',
    readyAt: at('11:10'),
    endsAt: at('11:10'),
    planned,
    said: [],
    elsewhere,
    names: ['Leila', 'Maya'],
    name: 'Ana Moss',
    dayOf: { leftAt: null, arrivedAt: null, lateMinutes: 0, doneAt: null },
  }
  const seen = computeForecast(planned, [], null, (ms) => new Date(ms).toISOString(), elsewhere)
  expect([
    formatLiveHeadline(live, seen),
    formatHeldUp(live, seen),
    formatShift(live, seen),
    formatReadyLine(live, seen),
  ]).toEqual([
    null,
    'Maya is with Zoe until 10:45 AM.',
    '15 minutes behind. Maya now starts at 10:45 AM instead of 10:30 AM.',
    'Everyone is ready at 11:15 AM, 5 minutes late.',
  ])
  const inTime = elsewhere.map((one) => ({ ...one, from: at('10:00'), to: at('10:30') }))
  expect(
    formatHeldUp(
      live,
      computeForecast(planned, [], null, (ms) => new Date(ms).toISOString(), inTime),
    ),
  ).toBeNull()
})

test('the title of a booking says what is expected once that differs from what was agreed', () => {
  const live = {
    countryCode: 'GB' as const,
    timeZone: 'UTC',
    eventDate: '2027-06-12',
    readyAt: at('11:10') as string | null,
    planned,
    dayOf: { leftAt: null, arrivedAt: null, lateMinutes: 0, doneAt: null },
  }
  const seen = (words: Parameters<typeof computeForecast>[1]) =>
    computeForecast(planned, words, null, (ms) => new Date(ms).toISOString())
  expect(formatExpected(live, seen([]))).toBeNull()
  const late = word('late', '09:30', { minutes: 60 })
  expect(formatExpected(live, seen([late]))).toMatch(/^Sat 12 June.*, ready at about \d+:\d\d [AP]M$/)
  expect(formatExpected({ ...live, readyAt: null }, seen([late]))).toMatch(/, starts at about 10:45 AM$/)
  const first = planned.blocks[0] as (typeof planned.blocks)[number]
  const begun = word('started', first.from.slice(11, 16), { person: first.person, serviceId: first.serviceId })
  expect(formatExpected(live, seen([late, begun]))).toBeNull()
  expect(formatExpected(live, seen([late, begun, word('done', '11:05')]))).toMatch(/, done at 11:05 AM$/)
})
