import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Card, QuotesPage, Rescue } from '#contract/search/quotes.ts'
import { StoreProvider } from '#web/platform/store/use-store.tsx'
import { AskingProvider, noRequests } from '#web/search/asking/asking.tsx'
import type { Mode } from '#contract/values.ts'
import { formatReasons } from './quote-phrases.ts'
import { RescuePanel } from './rescue-panel.tsx'

// The API client needs a page address.
vi.mock('#web/platform/api/browser.ts', () => ({}))

const page = {
  search: {
    mine: true,
    countryCode: 'GB',
    people: [],
    services: [],
    location: { addressFull: { placeName: 'Hackney, London' } },
    appointmentSpot: { eventDate: '2027-06-12', timeZone: 'Europe/London' },
  },
  quote: { computedAt: '2026-11-20T12:00:00Z' },
  counts: { candidates: 4, people: { fits: 0 } },
} as unknown as QuotesPage

const nobodyElse = { booked: 0, tooFar: 0, otherHours: 0, tooManyPeople: 0, shortNotice: 0 }

const panel = (
  options: Rescue['options'],
  fits = 0,
  { type = 'mobile', mightTravel = [], shown = page }: { type?: Mode; mightTravel?: Card[]; shown?: QuotesPage } = {},
) => {
  const rescue = { counts: { fits }, options, mightTravel } as unknown as Rescue
  const people = { ...nobodyElse, fits }
  const counted = { ...shown, counts: { ...shown.counts, people, shown: { mobile: people, studio: people } } }
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <StoreProvider>
          <AskingProvider page={counted} own={noRequests} type="mobile">
            <RescuePanel page={counted} rescue={rescue} type={type} serviceLabel={() => 'Makeup'} />
          </AskingProvider>
        </StoreProvider>
      ),
    },
  ])
  return renderToString(<Stub />).replaceAll('<!-- -->', '')
}
const order = (html: string, words: readonly string[]) => words.map((said) => html.indexOf(said))

test('neither another place nor fewer services is suggested first', () => {
  const area = { kind: 'area', count: 9, change: { place: { name: 'Hammersmith' } }, distance: { metres: 9000 } }
  const service = { kind: 'service', count: 4, change: { service: 'makeup' } }
  const time = { kind: 'time', count: 3, change: { finishTime: '14:00' } }
  const all = order(panel([time, service, area] as unknown as Rescue['options']), [
    '2 PM',
    'name="intent"',
    'Hammersmith',
    'Makeup',
  ])
  expect(all).toEqual(all.toSorted((a, b) => a - b))
  expect(all).not.toContain(-1)
  const few = order(panel([service, area] as unknown as Rescue['options']), ['name="intent"', 'Hammersmith', 'Makeup'])
  expect(few).toEqual(few.toSorted((a, b) => a - b))
  expect(few).not.toContain(-1)
})

test('with one match and no helpful change, nothing claims that nobody matches or promises more', () => {
  const html = panel([], 1)
  expect(html).toContain('1 artist is available.<')
  expect(html).not.toContain('one change')
  expect(html).toContain('No other artist who works in or near Hackney offers')
  expect(html).toContain('another artist near Hackney')
  expect(panel([])).toContain('No artist who works in or near Hackney offers')
})

test('no suggestion leads to the current list', () => {
  const studio = { kind: 'studio', count: 3, change: {} }
  const mobile = { kind: 'mobile', count: 2, change: {} }
  const both = [studio, mobile] as unknown as Rescue['options']
  expect(panel(both)).toContain('Go to a studio')
  expect(panel(both)).not.toContain('Have the artist come to you')
  expect(panel(both, 0, { type: 'studio' })).toContain('Have the artist come to you')
  expect(panel(both, 0, { type: 'studio' })).not.toContain('Go to a studio')
})

const withCounts = (candidates: number) => ({ ...page, counts: { ...page.counts, candidates } })

test('the alert says that nobody is available if so, otherwise that it waits for a freed time', () => {
  expect(panel([], 0, { shown: withCounts(0) })).toContain('if an artist near Hackney starts offering this')
  expect(panel([], 0, { shown: withCounts(4) })).not.toContain('starts offering this')
  expect(panel([], 0, { shown: withCounts(4) })).toContain('as soon as an artist near Hackney is free')
})

test('where nobody offers the services, the panel does not repeat the heading', () => {
  expect(panel([], 0, { shown: withCounts(0) })).not.toContain('offers all of these services')
  expect(panel([], 0, { shown: withCounts(4) })).toContain('name="intent"')
})

test("no alert is offered for a day that has passed at the event's place", () => {
  const at = (computedAt: string) => panel([], 0, { shown: { ...page, quote: { ...page.quote, computedAt } } })
  // Half past midnight of the next day in London.
  expect(at('2027-06-12T23:30:00Z')).not.toContain('name="intent"')
  expect(at('2027-06-12T22:30:00Z')).toContain('name="intent"')
})

test('the nearest artists who might travel can be requested one by one or five at once', () => {
  const artist = (n: number) =>
    ({
      _id: `a${n}`,
      slug: `artist-${n}`,
      name: `Artist ${n}`,
      rating: 4.9,
      totalReviews: 12,
      profileImg: { src: '/p.svg' },
      location: { area: 'Ware' },
      distance: { metres: 30_000 + n },
    }) as unknown as Card
  const many = panel([], 0, { mightTravel: [1, 2, 3, 4, 5, 6, 7].map(artist) })
  expect(many.match(/>Ask<span/g)).toHaveLength(5)
  expect(many).toContain('Ask all 5')
  expect(many).not.toContain('Artist 6')
  const one = panel([], 0, { mightTravel: [artist(1)] })
  expect(one).toContain('Artist 1')
  expect(one).not.toContain('Ask all')
})

test('reasons are counts of the lists that they name, with the size of the group, the largest first', () => {
  const counts = { ...nobodyElse, fits: 0, otherHours: 1, booked: 2, tooManyPeople: 3 }
  const search = {
    ...page.search,
    people: [{ count: 9, services: ['makeup'] }],
    appointmentSpot: { ...page.search.appointmentSpot, finishTime: '13:30' },
  }
  const said = '3 cannot take a group of 9 people; 2 are booked; 1 is free, but cannot finish by 1:30 PM.'
  for (const [covers, title] of [
    ['mobile', 'Mobile'],
    ['studio', 'Studio'],
    ['both', 'Mobile and studio'],
  ] as const)
    expect(formatReasons(counts, covers, search as typeof page.search)).toBe(`${title}: ${said}`)
})
