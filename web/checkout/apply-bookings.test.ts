import { expect, test } from 'vitest'
import type { TeamBooking } from '#contract/checkout/team-holds.ts'
import type { ChosenTeam } from '#contract/search/team-up.ts'
import { applyBookings } from './apply-bookings.ts'

const quote = (total: number, deposit: number, from: string) => ({
  total,
  deposit,
  plan: { blocks: [{ person: 1, serviceId: 'makeup', label: 'Makeup', from, to: '2027-06-12T09:00:00Z' }] },
})
const part = (searchId: string, people: number[], state: string, artist: string) => ({
  searchId,
  people,
  state,
  artist: { id: artist },
  locked: null,
})
const team = (second = 'booked', artist = 'bea') =>
  ({
    parts: [part('a', [1, 3], 'booked', 'anna'), part('b', [2], second, artist)],
    blocks: [],
    total: 0,
    deposit: 0,
  }) as unknown as ChosenTeam
const ofAnna = { searchId: 'a', profileId: 'anna', quote: quote(80, 20.02, '2027-06-12T08:15:00Z') }
const ofBea = { searchId: 'b', profileId: 'bea', quote: quote(120.5, 30.13, '2027-06-12T07:30:00Z') }
const bookings = (...of: object[]) => of as unknown as TeamBooking[]

test('a booked team shows the booked prices of its parts, with the agreed day', () => {
  const shown = applyBookings(team(), bookings(ofBea, ofAnna))
  expect([shown.total, shown.deposit]).toEqual([200.5, 50.15])
  expect(shown.parts.map(({ locked }) => locked?.total)).toEqual([80, 120.5])
  expect(shown.blocks.map(({ part, person }) => [part, person])).toEqual([
    [1, 2],
    [0, 1],
  ])
})

test('a cancelled artist is in neither the price nor the day', () => {
  const shown = applyBookings(team('cancelled'), bookings(ofAnna))
  expect([shown.total, shown.deposit]).toEqual([80, 20.02])
  expect(shown.blocks.map(({ part }) => part)).toEqual([0])
  expect(shown.parts[1]?.locked).toBeNull()
})

test('a replacement artist is shown with their own price', () => {
  const ofCleo = { ...ofBea, profileId: 'cleo', quote: quote(100, 25, '2027-06-12T07:45:00Z') }
  const shown = applyBookings(team('cancelled', 'cleo'), bookings(ofAnna, ofCleo))
  expect([shown.total, shown.deposit]).toEqual([180, 45.02])
  expect(shown.parts.map(({ artist, state }) => [artist.id, state])).toEqual([
    ['anna', 'booked'],
    ['cleo', 'booked'],
  ])
})

test("no artist is shown at another artist's price", () => {
  const ofCleo = { ...ofBea, profileId: 'cleo' }
  expect(applyBookings(team('cancelled'), bookings(ofAnna, ofCleo)).parts[1]).toMatchObject({
    state: 'cancelled',
    locked: null,
  })
})
