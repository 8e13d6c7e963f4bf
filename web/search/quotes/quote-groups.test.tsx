import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import { QuoteGroups } from './quote-groups.tsx'

const page = {
  search: { countryCode: 'GB', appointmentSpot: { eventDate: '2027-06-12', timeZone: 'Europe/London' } },
  sortBy: 'recommended',
  counts: {
    people: { otherHours: 70, tooManyPeople: 0, shortNotice: 0, tooFar: 9, booked: 6 },
    shown: { mobile: { otherHours: 53, tooManyPeople: 0, shortNotice: 0, tooFar: 9, booked: 4 } },
  },
} as unknown as QuotesPage
const card = (name: string, change: Partial<Card>) =>
  ({ _id: name, name, status: null, reason: 'fits', featured: false, coverImg: { src: name }, ...change }) as Card
const unfit = (name: string, reason: Card['reason']) => card(name, { status: 'unavailable', reason })

const shown = (cards: readonly Card[], sortBy: QuotesPage['sortBy'] = 'recommended') =>
  renderToString(
    <QuoteGroups
      cards={cards}
      page={{ ...page, sortBy }}
      type="mobile"
      draw={({ name }) => <i key={name}>{name}</i>}
      ask={<i>Ask them</i>}
      more={null}
    />,
  ).replaceAll('<!-- -->', '')
const inOrder = (html: string, words: readonly string[]) => {
  const at = words.map((said) => html.indexOf(said))
  expect(at).not.toContain(-1)
  expect(at).toEqual(at.toSorted((a, b) => a - b))
}

test('unavailable artists are grouped by reason with the total count, not that of the loaded ones', () => {
  const html = shown([unfit('Mia', 'otherHours'), unfit('Nia', 'otherHours'), unfit('Ana', 'tooFar')])
  expect(html).toContain('Not available at this time (53)')
  expect(html).toContain('Too far away (9)')
  expect(html).not.toMatch(/Booked|Instant Book|Featured/)
})

test('a booked artist is not among those free at other hours', () => {
  const html = shown([unfit('Mia', 'booked'), unfit('Nia', 'otherHours')])
  inOrder(html, ['Not available at this time (53)', 'Nia', 'Already booked (4)', 'Mia'])
})

const many = [
  card('Mia', { featured: true }),
  card('Nia', { status: 'offered' }),
  card('Ana', {}),
  unfit('Zoe', 'otherHours'),
]

test('groups have headings in the recommended order, and requesting several is right below Instant Book', () => {
  inOrder(shown(many), [
    'Instant Book',
    'Nia',
    'Ask them',
    'Featured',
    'Mia',
    'More artists',
    'Ana',
    'Not available for this',
  ])
  inOrder(shown(many.filter(({ name }) => name !== 'Nia')), ['Ask them', 'Featured', 'Mia', 'More artists', 'Ana'])
})

test('any other sort order is one list of all available artists, with no Featured artists above', () => {
  const html = shown(many, 'price')
  inOrder(html, ['All available artists', 'Mia', 'Nia', 'Ana', 'Ask them', 'Not available for this search', 'Zoe'])
  expect(html).not.toMatch(/Instant Book|Featured|More artists/)
})
