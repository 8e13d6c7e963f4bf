import { expect, test } from 'vitest'
import type { Review } from '#contract/providers/providers.ts'
import { groupByParty, sortTextsFirst } from './party-parts.tsx'

const review = (_id: string, comments: string, group?: string): Review => ({
  _id,
  comments,
  name: 'Leila M.',
  avatar: null,
  date: '2026-11-20T09:00:00.000Z',
  rating: 5,
  event: '',
  hairTags: [],
  media: [],
  reply: null,
  counted: true,
  beforeAfter: null,
  party: group ? { group, guest: true, role: '', services: [], of: 2 } : null,
})
const ids = (reviews: readonly Review[]) => reviews.map(({ _id }) => _id).join('')

test('reviews of a party stay together, even if one of them has no text', () => {
  const page = [review('a', ''), review('b', '', 'b'), review('c', 'Lovely', 'b'), review('d', 'Calm')]
  expect(groupByParty(page).map(ids)).toEqual(['a', 'bc', 'd'])
  expect(ids(sortTextsFirst(page))).toBe('bcda')
})
