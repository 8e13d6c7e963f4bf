import { expect, test } from 'vitest'
import type { Card, OfferRecord } from '#contract/search/quotes.ts'
import { diffQuotes } from './live-quotes.tsx'

const card = (name: string, more: Partial<Card> = {}): Card =>
  ({ _id: name, name, reason: 'fits', status: null, location: { mobileOrStudio: 'mobile' }, ...more }) as Card
const offer = (name: string, price: number, until: string | null): OfferRecord =>
  ({ provider: card(name, { status: 'offered', until }), offer: { price, currency: 'GBP' } }) as OfferRecord
const page = (offers: OfferRecord[], profiles: Card[]) => ({
  offers: { mobile: offers, studio: [] },
  profiles: { mobile: profiles, studio: [] },
})

test('a new offer or a changed price is highlighted; Instant Book quotes are not', () => {
  const before = page([offer('instant', 90, null)], [card('asked', { status: 'requested' })])
  const after = page([offer('instant', 90, null), offer('asked', 100, '2026-11-23T09:00:00Z')], [])
  expect(diffQuotes(before, after).answered.map(({ provider }) => provider.name)).toEqual(['asked'])
  expect(diffQuotes(after, after).answered).toEqual([])
  expect(diffQuotes(after, page([offer('asked', 120, '2026-11-23T09:00:00Z')], [])).answered).toHaveLength(1)
})

test('an artist who is booked in the meantime is reported as gone, and one who becomes free as free', () => {
  const booked = card('mia', { status: 'unavailable', reason: 'booked' })
  expect(diffQuotes(page([], [card('mia')]), page([], [booked]))).toMatchObject({ gone: [{ name: 'mia' }], free: [] })
  expect(diffQuotes(page([], [booked]), page([], [card('mia')]))).toMatchObject({ gone: [], free: [{ name: 'mia' }] })
  expect(diffQuotes(page([], []), page([], [booked]))).toMatchObject({ gone: [], free: [] })
})
