import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { CalendarDay } from '#contract/search/demand/calendar.ts'
import { replyNote, WeekStrip } from './home-cards.tsx'

test('ten of ten means everybody nearby, and zero or unknown shows no comparison', () => {
  expect([10, 9, 0, null].map((fasterThan) => replyNote({ minutes: 6, fasterThan }))).toEqual([
    'faster than everyone nearby',
    'faster than 9 in 10 artists nearby',
    replyNote({ minutes: 6, fasterThan: null }),
    expect.not.stringMatching(/faster than/),
  ])
})

test('the week counts today’s bookings as the title does, with those that are over', () => {
  const day = (date: string, jobs: number) =>
    ({
      date,
      bookedOut: [],
      taken: Array.from({ length: jobs }, () => ({ kind: 'appointment' })),
      closed: [],
      requests: 0,
      fewLeft: false,
    }) as unknown as CalendarDay
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <WeekStrip days={[day('2027-06-12', 1), day('2027-06-13', 2)]} today="2027-06-12" jobsToday={3} country="GB" />
      ),
    },
  ])
  expect(renderToString(<Stub />).match(/\d+ jobs?/g)).toEqual(['3 jobs', '2 jobs'])
})
