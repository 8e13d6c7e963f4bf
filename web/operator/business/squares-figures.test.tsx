import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Square } from '#contract/operator/business.ts'
import { SupplyFigure, UnmetFigure } from './squares-figures.tsx'

const square = (place: string, artists: number, withoutArtist: number | null): Square => ({
  cell: place.length,
  place,
  countryCode: 'GB',
  lat: 58.2,
  lng: -6.4,
  artists,
  instant: 0,
  demand: withoutArtist === null ? null : { people: 12, searches: 15, withoutArtist, unanswered: 0 },
})

test('unsuccessful searches and artists are each a map, a table and a file, with explanations', () => {
  const squares = [square('Stornoway', 0, 7), square('Inverness', 3, 0), square('Ullapool', 1, null)]
  const page = renderToString(
    <MemoryRouter>
      <UnmetFigure squares={squares} demand />
      <SupplyFigure squares={squares} />
    </MemoryRouter>,
  )
  const [unmet = '', supply = ''] = page.split('<h2').slice(1)
  expect(unmet).toContain('aria-label="Map of searches without an artist around Stornoway"')
  expect(unmet).toContain('aria-label="CSV: Unmet demand"')
  expect(unmet).toContain('Searches for future days that found no matching artist')
  expect(unmet).toMatch(/<table.*Stornoway.*>7</s)
  expect(unmet).not.toContain('Inverness')
  expect(supply).toContain('aria-label="Map of artists around Inverness"')
  expect(supply).toContain('aria-label="CSV: Artists by square"')
  expect(supply).toContain('Artists who appear in searches, by the square of their starting point')
  expect(supply).toMatch(/<table.*Ullapool.*Fewer than ten/s)
  expect(supply).not.toContain('Stornoway')
})
