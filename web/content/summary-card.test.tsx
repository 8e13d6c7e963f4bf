import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { ProviderSummary } from '#contract/content/content.ts'
import { SummaryCard } from './summary-card.tsx'

const artist = {
  slug: 'mia-hollis',
  name: 'Mia Hollis',
  area: 'Hackney',
  skills: [],
  pictures: [],
  coverImg: { src: '/a.svg', alt: '' },
  profileImg: { src: '/b.svg', alt: '' },
  reviewScore: 5,
  reviewCount: 12,
  priceFrom: 52,
  priceOf: 'Makeup',
  currency: 'GBP',
} as unknown as ProviderSummary

test("the 'from' price of a card names its service", () => {
  const Stub = createRoutesStub([{ path: '/', Component: () => <SummaryCard artist={artist} /> }])
  const text = renderToString(<Stub />)
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(text).toContain('Makeup from £52 per person')
})
