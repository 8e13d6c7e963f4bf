import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Profile, Review, Testimonials } from '#contract/providers/providers.ts'
import { Reviews } from './reviews.tsx'

// The API client needs a page address.
vi.mock('#web/platform/api/browser.ts', () => ({}))

const review = (n: number, comments: string) =>
  ({
    _id: `r${n}`,
    name: `Guest ${n}`,
    rating: 5,
    comments,
    date: '2026-10-03T10:00:00Z',
    event: null,
    hairTags: [],
    photos: [],
    reply: null,
  }) as unknown as Review
const profile = { slug: 'mia', name: 'Mia Hollis', countryCode: 'GB' } as Profile

const first = {
  total: 4,
  average: 4.899_9,
  histogram: [0, 0, 0, 0, 4],
  nextCursor: null,
  reviews: [review(1, ''), review(2, 'She was on time.'), review(3, ''), review(4, 'Lasted all night.')],
} as unknown as Testimonials

function render(props: Partial<ComponentProps<typeof Reviews>> = {}): string {
  const Stub = createRoutesStub([
    { path: '/', Component: () => <Reviews profile={profile} first={first} {...props} /> },
  ])
  return renderToString(<Stub />)
}

const guests = (html: string) => [...html.matchAll(/Guest \d/g)].map(([name]) => name)

test('reviews without text follow those with text, each in their order', () => {
  const html = render()
  expect(guests(html)).toEqual(['Guest 2', 'Guest 4', 'Guest 1', 'Guest 3'])
  expect(html).toMatch(/number[^>]*>4\.9</)
})

test('the artist sees the newest reviews first, and a filtered list without the average of all', () => {
  const html = render({ newestFirst: true, withScores: false })
  expect(guests(html)).toEqual(['Guest 1', 'Guest 2', 'Guest 3', 'Guest 4'])
  expect(html).not.toMatch(/number[^>]*>4\.9</)
})
