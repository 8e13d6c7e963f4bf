import { expect, test } from 'vitest'
import type { TeamTalk } from '#contract/party/team-talk.ts'
import { mergeEarlierPage, mergeLatestPage } from './team-talk.tsx'

const page = (from: number, to: number, more: Partial<TeamTalk> = {}) =>
  ({
    messages: Array.from({ length: to - from + 1 }, (_, i) => ({ id: from + i })),
    earlier: from > 1,
    others: ['Mia'],
    open: true,
    ...more,
  }) as TeamTalk
const ids = ({ messages }: TeamTalk) => messages.map(({ id }) => id)
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

test('new messages appear below all loaded ones, and none is removed from the middle', () => {
  let talk = mergeEarlierPage(mergeLatestPage(null, page(51, 100)), page(1, 50))
  expect(ids(talk)).toEqual(upTo(100))
  for (let newest = 101; newest <= 160; newest++) talk = mergeLatestPage(talk, page(newest - 49, newest))
  expect(ids(talk)).toEqual(upTo(160))
  expect(talk.earlier).toBe(false)
})

test('read receipts and status come from the latest page', () => {
  expect(mergeLatestPage(page(1, 50), page(2, 51, { others: [], open: false }))).toMatchObject({
    others: [],
    open: false,
  })
})

test('if there is a gap, only the latest page is shown, and earlier ones can be loaded', () => {
  const talk = mergeLatestPage(page(1, 50), page(101, 150))
  expect({ first: ids(talk)[0], earlier: talk.earlier }).toEqual({ first: 101, earlier: true })
})

test('a page received twice appears once', () => {
  const talk = mergeEarlierPage(page(51, 100), page(1, 50))
  expect(ids(mergeEarlierPage(talk, page(1, 50)))).toEqual(upTo(100))
})
