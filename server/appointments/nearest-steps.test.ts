import { expect, test } from 'vitest'
import { getReminderSteps } from './notices.ts'

const days = [30, 14, 7]
const now = new Date('2027-05-01T09:00:00Z')
const told = (inDays: number) => {
  const starts = now.getTime() + inDays * 86_400_000
  return getReminderSteps(
    days.map((of) => ({ days: of })),
    now,
  ).flatMap(({ step, from, to }) => (starts > from.getTime() && starts <= to.getTime() ? step.days : []))
}

test('if several reminder steps are due, only the nearest one is sent', () => {
  expect([31, 30, 20, 14, 8, 7, 5, 0].map(told)).toEqual([[], [30], [30], [14], [14], [7], [7], []])
})
