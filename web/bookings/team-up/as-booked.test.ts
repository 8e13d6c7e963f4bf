import { expect, test } from 'vitest'
import type { TeamHold } from '#contract/bookings/team-up/teams.ts'
import type { ChosenTeam } from '#contract/search/team-up.ts'
import { asBooked } from './as-booked.ts'

const quote = (total: number, deposit: number, from: string) => ({
  total,
  deposit,
  plan: { blocks: [{ person: 1, serviceId: 'makeup', label: 'Makeup', from, to: '2027-06-12T09:00:00Z' }] },
})
const part = (searchId: string, people: number[], state: string) => ({ searchId, people, state, locked: null })
// What a booked team has of its search: no price is offered any more.
const team = (second = 'booked') =>
  ({
    parts: [part('a', [1, 3], 'booked'), part('b', [2], second)],
    blocks: [],
    total: 0,
    deposit: 0,
  }) as unknown as ChosenTeam
const hold = {
  state: 'booked',
  parts: [
    { searchId: 'b', quote: quote(120.5, 30.13, '2027-06-12T07:30:00Z') },
    { searchId: 'a', quote: quote(80, 20.02, '2027-06-12T08:15:00Z') },
  ],
} as unknown as TeamHold

test('a booked team is shown at what its parts were booked at, with the day that was agreed', () => {
  const shown = asBooked(team(), hold)
  expect([shown.total, shown.deposit]).toEqual([200.5, 50.15])
  expect(shown.parts.map(({ locked }) => locked?.total)).toEqual([80, 120.5])
  expect(shown.blocks.map(({ part, person }) => [part, person])).toEqual([
    [1, 2],
    [0, 1],
  ])
})

test('who has cancelled is in neither the price nor the day', () => {
  const shown = asBooked(team('cancelled'), hold)
  expect([shown.total, shown.deposit]).toEqual([80, 20.02])
  expect(shown.blocks.map(({ part }) => part)).toEqual([0])
  expect(shown.parts[1]?.locked).toBeNull()
})
