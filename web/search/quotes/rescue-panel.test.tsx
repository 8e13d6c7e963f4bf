import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { QuotesPage, Rescue } from '#contract/search/quotes.ts'
import { RescuePanel } from './rescue-panel.tsx'

// Without a page there is no address to call.
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

const panel = (options: Rescue['options'], fits = 0) => {
  const rescue = { counts: { fits }, options, mightTravel: [] } as unknown as Rescue
  const shown = { ...page, counts: { ...page.counts, people: { ...page.counts.people, fits } } }
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => <RescuePanel page={shown} rescue={rescue} type="mobile" serviceLabel={() => 'Makeup'} />,
    },
  ])
  return renderToString(<Stub />)
}
const order = (html: string, words: readonly string[]) => words.map((said) => html.indexOf(said))

test('neither another place nor a service less is what is offered first', () => {
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

test('where one fits and no change helps, nothing says that nobody does or promises more', () => {
  const html = panel([], 1)
  expect(html).toContain('1 artist fits.<')
  expect(html).not.toContain('one change')
  expect(html).toContain('No other artist within 31 miles')
  expect(html).toContain('another artist near Hackney')
  expect(panel([])).toContain('No artist within 31 miles')
})
