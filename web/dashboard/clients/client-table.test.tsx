import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Client } from '#contract/bookings/provider-bookings.ts'
import { ClientTable } from './clients-page.tsx'

const client: Client = {
  id: '7a3c0f3e-3c1e-4f5e-9a4e-0a1b2c3d4e5f',
  name: 'Leila Haddad',
  bookings: 2,
  own: false,
  lastAt: '2025-06-12T08:00:00.000Z',
  next: '2031-07-03T08:00:00.000Z',
  spent: 270,
  earned: 228,
  currency: 'GBP',
  note: 'Warm undertone.',
}
const cellsOf = (one: Client) =>
  [
    ...renderToString(
      <MemoryRouter>
        <ClientTable clients={[one]} country="GB" onNote={async () => null} />
      </MemoryRouter>,
    ).matchAll(/<t[dh](?: [^>]*)?>(.*?)<\/t[dh]>/g),
  ]
    .map(([, cell = '']) => cell.replace(/<[^>]*>/g, ''))
    .slice(7)

test("a client row shows last visit, next visit, number of visits, spending and the artist's part", () => {
  const [name, last, next, times, spent, yours, note] = cellsOf(client)
  expect(name).toBe('Leila Haddad')
  expect(last).toMatch(/^Last .*12 June 2025$/)
  expect(next).toMatch(/^Next .*3 July 2031$/)
  expect([times, spent, yours]).toEqual(['2 bookings2', '£270', 'You earned £228'])
  expect(note).toBe('Warm undertone.Change the note')
})

test('a client before their first appointment has no last visit', () => {
  expect(cellsOf({ ...client, lastAt: null, note: '' }).slice(1, 2)).toEqual([''])
})

test('a private client is marked, and their notes are on their page', () => {
  const [name, , , , , , note] = cellsOf({ ...client, own: true })
  expect([name, note]).toEqual(['Leila HaddadYours', 'Warm undertone.'])
})

test('a client who has not visited yet has neither spending nor earnings', () => {
  expect(cellsOf({ ...client, lastAt: null, spent: 0, earned: 0 }).slice(4, 6)).toEqual(['–', '–'])
})
