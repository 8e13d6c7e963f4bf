import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import type { Pin } from './pins.ts'
import { GroupPin } from './quotes-map.tsx'

const search = { id: 'q1', countryCode: 'GB' } as QuotesPage['search']
const pinOf = (slug: string, change: object = {}): Pin => ({
  card: {
    _id: slug,
    slug,
    name: `${slug} Hollis`,
    price: 500,
    currency: 'GBP',
    reason: 'fits',
    status: 'offered',
    location: { mobileOrStudio: 'mobile', coordinates: [0, 51] },
    ...change,
  } as unknown as Card,
  x: 0,
  y: 0,
})
const off = { price: null, status: 'unavailable' }

function draw(pins: Pin[], onOpen: (() => void) | null = () => {}): string {
  const nothing = () => {}
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <GroupPin pins={pins} page={{ search }} pointed={null} chosen={null} onChoose={nothing} onOpen={onOpen} />
      ),
    },
  ])
  return renderToString(<Stub />).replaceAll('<!-- -->', '')
}

test('the pin of one artist is a link with the price and the name', () => {
  const html = draw([pinOf('mia')])
  expect(html).toContain('href="/quotes/q1/@/mia?type=mobile"')
  expect(html).toMatch(/<b>£500<\/b><span[^>]*> mia Hollis, Mobile</)
})

test('a cluster is a button that counts available artists only', () => {
  const html = draw([pinOf('ava', off), pinOf('mia', { price: 610 }), pinOf('nia', { price: 552 }), pinOf('zoe', off)])
  expect(html).toMatch(/<button[^>]*><b>2 from £552<\/b>/)
  expect(html).toContain('2 available artists. Zoom in.')
})

test('a cluster of one available artist is the pin of that artist', () => {
  const html = draw([pinOf('ava', off), pinOf('mia', { price: 610 })])
  expect(html).toContain('<b>£610</b>')
  expect(html).toContain('/@/mia?')
})

test('artists who are not available share one grey pin without a number', () => {
  const html = draw([pinOf('ava', off), pinOf('zoe', off)])
  expect(html).toMatch(/<b><\/b><span[^>]*> ava Hollis, unavailable</)
})

test('a cluster that does not open any further is the link of its first artist', () => {
  const html = draw([pinOf('mia'), pinOf('nia')], null)
  expect(html).toMatch(/<a [^>]*href="\/quotes\/q1\/@\/mia\?type=mobile"[^>]*><b>2 from £500<\/b>/)
})
