import { expect, test } from 'vitest'
import { reader } from '#contract/words.ts'
import { dashboardWords } from '#web/dashboard/words.ts'
import { blocksOf, type DayOfGrid } from './day-blocks.ts'

const t = reader(dashboardWords)
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
const taken = (startTime: string, finishTime: string) => ({
  kind: 'appointment',
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
const seen = (of: DayOfGrid) => blocksOf(of, t).map(({ look, title, from, to }) => [look, title, from, to])

test('taken time bears the name of who stands in it, with its buffer; what is past stands by itself', () => {
  const day = { date: '2026-11-24', bookedOut: [], taken: [taken('09:00', '10:30')], closed: [], requests: 0 }
  expect(seen(dayWith({ day, own: [own('Ada', '09:00', '10:00'), own('Eve', '12:00', '13:00')] }))).toEqual([
    ['job', 'Ada', 540, 630],
    ['job', 'Eve', 720, 780],
  ])
})

test('a way is drawn before its job, and never over the one before', () => {
  const all = [own('Ada', '09:00', '10:00'), own('Eve', '11:00', '12:00')]
  expect(seen(dayWith({ own: all, ways: [way('10:40', '11:00', 20, false)] }))[1]).toEqual([
    'way',
    '20 min way',
    640,
    660,
  ])
  expect(seen(dayWith({ own: all, ways: [way('09:40', '11:00', 80, true)] }))[1]).toEqual([
    'way',
    '80 min way, too little time',
    600,
    660,
  ])
})

test('a job that begins before five in the morning keeps its name, and the way to it comes first', () => {
  const day = { date: '2026-11-24', bookedOut: [], taken: [taken('04:50', '10:00')], closed: [], requests: 0 }
  const early = { day, own: [own('Ada', '05:20', '06:20')], ways: [way('05:11', '05:20', 9, false)] }
  expect(seen(dayWith(early))).toEqual([
    ['way', '9 min way', 281, 290],
    ['job', 'Ada', 290, 600],
  ])
})

test('a patch test, or a trial, stands by the name of whom it is for, and leads to the booking it comes before', () => {
  const day = { date: '2026-11-24', bookedOut: [], taken: [taken('09:00', '09:35')], closed: [], requests: 0 }
  const before = {
    appointmentId: 'b',
    customer: 'Leila',
    startsAt: instant('09:00'),
    endsAt: instant('09:20'),
    done: false,
  }
  const [block] = blocksOf(dayWith({ day, tests: [before] }), t)
  expect(block).toMatchObject({ look: 'job', title: 'Leila', from: 540, to: 575, link: '/dashboard/appointments/b' })
  expect(block?.text).toMatch(/^Patch test, /)
  const [trial] = blocksOf(dayWith({ day, trials: [before] }), t)
  expect(trial).toMatchObject({ title: 'Leila', link: '/dashboard/appointments/b' })
  expect(trial?.text).toMatch(/^Trial, /)
})
