import { expect, test } from 'vitest'
import { isFinished } from './today.tsx'

const dayOf = { leftAt: null, arrivedAt: null, lateMinutes: 0, doneAt: null }
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('a job of today is finished when the artist says so, or when its time is over', () => {
  expect(isFinished({ dayOf, endsAt: inHours(1) })).toBe(false)
  expect(isFinished({ dayOf, endsAt: inHours(-1) })).toBe(true)
  expect(isFinished({ dayOf: { ...dayOf, doneAt: inHours(-0.5) }, endsAt: inHours(1) })).toBe(true)
})
