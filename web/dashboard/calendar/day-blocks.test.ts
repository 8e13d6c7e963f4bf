import { expect, test } from 'vitest'
import { createTranslator } from '#contract/i18n/messages.ts'
import { dashboardMessages } from '#web/dashboard/messages.ts'
import { buildDayBlocks, type DayOfGrid } from './day-blocks.ts'

const t = createTranslator(dashboardMessages)
const instant = (hhmm: string) => `2026-11-24T${hhmm}:00+00:00`
const own = (id: string, startTime: string, endTime: string) => ({
  id,
  clientId: `of-${id}`,
  name: id,
  services: 'Brows',
  startTime,
  minutes: 60,
  startsAt: instant(startTime),
  endsAt: instant(endTime),
  timeZone: 'Europe/London',
})
const taken = (startTime: string, finishTime: string, ref: string | null = null, bufferMinutes = 0) => ({
  kind: 'appointment',
  ref,
  bufferMinutes,
  startTime,
  finishTime,
  from: instant(startTime),
  to: instant(finishTime),
})
const way = (from: string, to: string, minutes: number, tight: boolean) => ({
  eventDate: '2026-11-24',
  from: instant(from),
  to: instant(to),
  minutes,
  after: 'job',
  tight,
})
const dayWith = (more: object) =>
  ({
    day: { date: '2026-11-24', bookedOut: [], taken: [], closed: [], requests: 0 },
    jobs: [],
    own: [],
    ways: [],
    ...more,
  }) as unknown as DayOfGrid
const seen = (of: DayOfGrid) => buildDayBlocks(of, t).map(({ look, title, from, to }) => [look, title, from, to])

test('an appointment is shown once at its own time, followed by its buffer; without details it is shown as booked', () => {
  const busy = [taken('09:00', '10:00', 'Ada', 30), taken('15:00', '16:00', 'unknown')]
  const day = { date: '2026-11-24', bookedOut: [], taken: busy, closed: [], requests: 0 }
  expect(seen(dayWith({ day, own: [own('Ada', '09:00', '10:00'), own('Eve', '12:00', '13:00')] }))).toEqual([
    ['job', 'Ada', 540, 600],
    ['buffer', '30 min buffer', 600, 630],
    ['job', 'Eve', 720, 780],
    ['job', 'Booked', 900, 960],
  ])
})

test('a booking shows until when the artist sets up', () => {
  const job = {
    id: 'j',
    customer: { name: 'Leila Haddad' },
    event: 'Wedding',
    startsAt: instant('08:40'),
    endsAt: instant('11:30'),
    setupMinutes: 30,
    timeZone: 'Europe/London',
  }
  const [block] = buildDayBlocks(dayWith({ jobs: [job] }), t)
  expect(block).toMatchObject({ from: 520, to: 690, text: 'Wedding, 8:40 AM to 11:30 AM, set-up until 9:10 AM' })
})

test('travel is shown before its job, and never over the previous one', () => {
  const all = [own('Ada', '09:00', '10:00'), own('Eve', '11:00', '12:00')]
  expect(seen(dayWith({ own: all, ways: [way('10:40', '11:00', 20, false)] }))[1]).toEqual([
    'way',
    '20 min travel',
    640,
    660,
  ])
  expect(seen(dayWith({ own: all, ways: [way('09:40', '11:00', 80, true)] }))[1]).toEqual([
    'way',
    '80 min travel: not enough time',
    600,
    660,
  ])
})

test('a job that begins before 5 AM and ends in the morning belongs to that morning, with its travel first', () => {
  const day = { date: '2026-11-24', bookedOut: [], taken: [taken('04:50', '10:00')], closed: [], requests: 0 }
  expect(seen(dayWith({ day, ways: [way('05:11', '05:20', 9, false)] }))).toEqual([
    ['way', '9 min travel', 281, 290],
    ['job', 'Booked', 290, 600],
  ])
})

test('a patch test or a trial shows its customer and links to the booking', () => {
  const busy = [taken('09:00', '09:20', 'visit', 15)]
  const day = { date: '2026-11-24', bookedOut: [], taken: busy, closed: [], requests: 0 }
  const before = {
    id: 'visit',
    appointmentId: 'b',
    customer: 'Leila',
    startsAt: instant('09:00'),
    endsAt: instant('09:20'),
    done: false,
  }
  const [block] = buildDayBlocks(dayWith({ day, tests: [before] }), t)
  expect(block).toMatchObject({ look: 'job', title: 'Leila', from: 540, to: 560, link: '/dashboard/appointments/b' })
  expect(block?.text).toMatch(/^Patch test, /)
  const [trial] = buildDayBlocks(dayWith({ day, trials: [before] }), t)
  expect(trial).toMatchObject({ title: 'Leila', link: '/dashboard/appointments/b' })
  expect(trial?.text).toMatch(/^Trial, /)
})
