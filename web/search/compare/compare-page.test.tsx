import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import ComparePage from './compare-page.tsx'

// The API client needs a page address.
vi.mock('#web/platform/api/browser.ts', () => ({}))
vi.mock('#web/platform/api/server-api.ts', () => ({}))

const search = {
  id: 's1',
  mine: true,
  countryCode: 'GB',
  people: [{ count: 5, services: ['makeup'] }],
  location: { addressFull: { placeName: 'Hackney, London', neighborhood: 'Hackney', place: 'London' } },
  appointmentSpot: { eventDate: '2027-08-21', finishTime: '13:30', timeZone: 'Europe/London' },
}
const times = { arriveAt: '2027-08-21T08:00:00Z', startAt: '2027-08-21T08:30:00Z', doneAt: '2027-08-21T12:00:00Z' }
const artist = (name: string, change: object = {}, card: object = {}) => ({
  card: {
    _id: name,
    slug: name,
    name,
    status: null,
    reason: 'fits',
    verified: true,
    currency: 'GBP',
    rating: 4.9,
    totalReviews: 20,
    coverImg: { src: `/${name}.svg` },
    distance: { metres: 3000, amount: 1.9 },
    ...card,
  },
  total: 540,
  deposit: 162,
  plan: times,
  artists: [name],
  skills: ['Bridal'],
  shades: [],
  cancelFreeUntil: null,
  policy: 'strict',
  reviewsSay: null,
  ...change,
})
const shown = (...providers: object[]) => {
  const Stub = createRoutesStub([{ id: 'compare', path: '/', Component: ComparePage }])
  const loaderData = { compare: { compared: { search, providers }, type: 'mobile', profiles: ['mia', 'nia'] } }
  return renderToString(<Stub hydrationData={{ loaderData }} />).replaceAll('<!-- -->', '')
}
const rowOf = (html: string, name: string) =>
  html.split('<tr').find((row) => row.includes(`<th scope="row">${name}`)) ?? ''

test('the strict policy is described before and after its deadline', () => {
  const row = rowOf(shown(artist('mia', { plan: null }), artist('nia')), 'Free cancellation until')
  expect(row).toContain('<td>30 days before</td>')
  expect(row).toContain('<td>Ended 30 days before</td>')
  expect(row).not.toContain('not listed')
})

test('other policies show days and hours, and the date if it is in the future', () => {
  const html = shown(
    artist('mia', { plan: null, policy: 'fair' }),
    artist('nia', { plan: null, policy: 'flexible' }),
    artist('ana', { policy: 'fair', cancelFreeUntil: '2027-08-14T08:30:00Z' }),
  )
  const row = rowOf(html, 'Free cancellation until')
  expect(row).toContain('<td>7 days before</td>')
  expect(row).toContain('<td>24 hours before</td>')
  expect(row).toContain('<td>Sat 14 August 2027')
})

test('the best value is marked, except for deposits and ties', () => {
  const html = shown(artist('mia', { total: 480, deposit: 144 }), artist('nia'))
  expect(rowOf(html, 'Price for 5')).toMatch(/£480<\/span><span class="[^"]*">Best</)
  expect(rowOf(html, 'Deposit')).not.toContain('Best')
  expect(rowOf(html, 'Score')).not.toContain('Best')
  expect(rowOf(shown(artist('mia'), artist('nia')), 'Price for 5')).not.toContain('Best')
})

test('equal values are shown once and marked as equal, and a line names place, day and time', () => {
  const html = shown(artist('mia', { total: 480 }), artist('nia'))
  expect(html).toContain('Hackney, London, Sat 21 August 2027, ready by 1:30 PM')
  expect(rowOf(html, 'Skills')).toMatch(/<td colSpan="2">Bridal<span[^>]*>Same for both</)
  expect(rowOf(html, 'Price for 5')).not.toContain('Same for')
})
