import { expect, test } from 'vitest'
import { replyNote } from './home-cards.tsx'

test('ten of ten means everybody nearby, and zero or unknown shows no comparison', () => {
  expect([10, 9, 0, null].map((fasterThan) => replyNote({ minutes: 6, fasterThan }))).toEqual([
    'faster than everyone nearby',
    'faster than 9 in 10 artists nearby',
    replyNote({ minutes: 6, fasterThan: null }),
    expect.not.stringMatching(/faster than/),
  ])
})
