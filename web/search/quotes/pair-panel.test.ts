import { expect, test } from 'vitest'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import { cheapestPair } from './pair-panel.tsx'

const card = (id: string, price: number, mobileOrStudio: 'mobile' | 'studio' = 'mobile') =>
  ({ _id: id, price, reason: 'fits', location: { mobileOrStudio } }) as Card
const half = (...cards: Card[]) => {
  const of = (mode: string) => cards.filter(({ location }) => location.mobileOrStudio === mode)
  return {
    search: {} as QuotesPage['search'],
    offers: { mobile: [], studio: [] },
    profiles: { mobile: of('mobile'), studio: of('studio') },
  }
}
const ids = (pair: ReturnType<typeof cheapestPair>) => pair?.map(({ _id }) => _id)

test('a pair is two different artists who cost least together and come where the group is, as long as two do', () => {
  const nia = card('nia', 100)
  expect(ids(cheapestPair(half(nia, card('mia', 180)), half(nia, card('ana', 150))))).toEqual(['nia', 'ana'])
  expect(ids(cheapestPair(half(nia, card('tess', 20, 'studio')), half(card('ana', 150))))).toEqual(['nia', 'ana'])
  expect(ids(cheapestPair(half(nia), half(card('nia', 90), card('tess', 20, 'studio'))))).toEqual(['nia', 'tess'])
  expect(cheapestPair(half(nia), half(nia))).toBeNull()
})
