import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import { findCheapestPair, PairPanel } from './pair-panel.tsx'

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
const ids = (pair: ReturnType<typeof findCheapestPair>) => pair?.map(({ _id }) => _id)

test('a pair is the cheapest two different artists who come to the group, if there are two', () => {
  const nia = card('nia', 100)
  expect(ids(findCheapestPair(half(nia, card('mia', 180)), half(nia, card('ana', 150))))).toEqual(['nia', 'ana'])
  expect(ids(findCheapestPair(half(nia, card('tess', 20, 'studio')), half(card('ana', 150))))).toEqual(['nia', 'ana'])
  expect(ids(findCheapestPair(half(nia), half(card('nia', 90), card('tess', 20, 'studio'))))).toEqual(['nia', 'tess'])
  expect(findCheapestPair(half(nia), half(nia))).toBeNull()
})

test('both halves have one total, the sum of the two', () => {
  const shown = (id: string, price: number) =>
    ({ ...card(id, price), name: id, slug: id, currency: 'GBP', plan: null, profileImg: { src: '/p.svg' } }) as Card
  const search = (id: string) =>
    ({
      id,
      countryCode: 'GB',
      people: [{ count: 2, services: ['makeup'] }],
      appointmentSpot: { eventDate: '2027-06-12', finishTime: '13:30', timeZone: 'Europe/London' },
    }) as QuotesPage['search']
  const halves = [
    { ...half(shown('nia', 210), shown('mia', 400)), search: search('one') },
    { ...half(shown('ana', 185.5)), search: search('other') },
  ] as const
  const Stub = createRoutesStub([{ path: '/', Component: () => <PairPanel halves={halves} /> }])
  const html = renderToString(<Stub />)
  expect(html).toMatch(/Total<\/span><span class="number">£395.50</)
  expect(html.match(/>Total</g)).toHaveLength(1)
  expect(html).not.toContain('mia')
})
