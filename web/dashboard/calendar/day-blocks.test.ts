import { expect, test } from 'vitest'
import { createTranslator } from '#contract/i18n/messages.ts'
import { dashboardMessages } from '#web/dashboard/messages.ts'
import { buildDayBlocks, type DayOfGrid, listBlocksOfArtist } from './day-blocks.ts'

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
    place: 'Hackney, London',
    services: ['Makeup'],
  }
  const [block] = buildDayBlocks(dayWith({ jobs: [job] }), t)
  expect(block).toMatchObject({
    from: 520,
    to: 690,
    title: 'Leila',
    text: 'Wedding, 8:40 AM to 11:30 AM, set-up until 9:10 AM',
    time: '8:40 to 11:30 AM',
    setupMinutes: 30,
  })
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

test('a request with a time is a block, and a cancelled booking frees its time for travel', () => {
  const request = {
    id: 'r',
    firstName: 'Noor',
    event: 'Party',
    area: 'Hackney',
    timeZone: 'Europe/London',
    planned: { arriveAt: instant('14:00'), startAt: instant('14:20'), doneAt: instant('16:00') },
  }
  const blocks = buildDayBlocks(dayWith({ requests: [request, { ...request, id: 's', planned: null }] }), t)
  expect(blocks).toMatchObject([
    { state: 'requested', title: 'Noor', from: 840, to: 960, details: ['Party', 'Hackney'] },
  ])
  const all = [{ ...own('Ada', '09:00', '10:50'), cancelled: true }, own('Eve', '11:00', '12:00')]
  expect(seen(dayWith({ own: all, ways: [way('10:40', '11:00', 20, false)] }))).toContainEqual([
    'way',
    '20 min travel',
    640,
    660,
  ])
})

test('travel and buffers belong to their booking', () => {
  const day = {
    date: '2026-11-24',
    bookedOut: [],
    taken: [taken('11:00', '12:00', 'Eve', 15)],
    closed: [],
    requests: 0,
  }
  const blocks = buildDayBlocks(
    dayWith({ day, own: [own('Eve', '11:00', '12:00')], ways: [way('10:40', '11:00', 20, false)] }),
    t,
  )
  expect(blocks.map(({ look, host }) => [look, host])).toEqual([
    ['way', 'Eve'],
    ['job', undefined],
    ['buffer', 'Eve'],
  ])
})

test('a team has a lane for each artist: bookings for those who work on them, blocked time in all', () => {
  const job = {
    id: 'j',
    customer: { name: 'Leila Haddad' },
    event: 'Wedding',
    startsAt: instant('09:00'),
    endsAt: instant('12:00'),
    setupMinutes: 0,
    timeZone: 'Europe/London',
    place: 'Hackney',
    services: ['Makeup', 'Blow-dry'],
    artistTimes: [
      { artist: 'Mia', from: instant('09:00'), to: instant('12:00'), services: ['Makeup'] },
      { artist: 'Kim', from: instant('10:00'), to: instant('10:30'), services: ['Blow-dry'] },
    ],
  }
  const out = { id: '7', eventDate: '2026-11-24', whole: false, startTime: '14:00', finishTime: '15:00' }
  const day = {
    date: '2026-11-24',
    bookedOut: [out],
    taken: [taken('09:00', '12:00', 'j', 15)],
    closed: [],
    requests: 0,
  }
  const blocks = buildDayBlocks(dayWith({ day, jobs: [job], own: [own('Eve', '16:00', '17:00')] }), t)
  const lane = (artist: string) =>
    listBlocksOfArtist(blocks, artist, artist === 'Mia', t).map(({ title, from, to }) => [title, from, to])
  expect(lane('Mia')).toEqual([
    ['Leila', 540, 720],
    ['15 min buffer', 720, 735],
    ['Booked out', 840, 900],
    ['Eve', 960, 1020],
  ])
  expect(lane('Kim')).toEqual([
    ['Leila', 600, 630],
    ['Booked out', 840, 900],
  ])
  expect(lane('Ida')).toEqual([['Booked out', 840, 900]])
  const servicesOf = (artist: string) =>
    listBlocksOfArtist(blocks, artist, artist === 'Mia', t).find(({ booking }) => booking)?.details[0]
  expect([servicesOf('Mia'), servicesOf('Kim')]).toEqual(['Makeup', 'Blow-dry'])
})
