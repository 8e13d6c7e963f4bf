import { expect, test } from 'vitest'
import { isAwaitingReply } from './needs-reply.ts'

const now = new Date('2026-11-20T09:00:00Z')
const review = { comments: 'Lovely.', reply: null, date: '2026-10-02T12:00:00Z' }

test('a review waits for a reply if it has text, has no reply and is at most ninety days old', () => {
  expect(isAwaitingReply(review, now)).toBe(true)
  expect(isAwaitingReply({ ...review, comments: '' }, now)).toBe(false)
  expect(isAwaitingReply({ ...review, reply: { name: 'Mia', date: review.date, comments: 'Thanks.' } }, now)).toBe(
    false,
  )
  expect(isAwaitingReply({ ...review, date: '2026-08-22T09:00:00Z' }, now)).toBe(true)
  expect(isAwaitingReply({ ...review, date: '2026-08-22T08:59:00Z' }, now)).toBe(false)
})
