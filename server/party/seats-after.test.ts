import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeSeatsAfterChange } from './guests.ts'

test('each guest keeps their own place when others leave, join or swap seats', () => {
  const party = fc.integer({ min: 1, max: 8 }).chain((people) =>
    fc.record({
      people: fc.constant(people),
      stay: fc.shuffledSubarray(Array.from({ length: people }, (_, i) => i + 1)),
      come: fc.integer({ min: 0, max: 3 }),
      at: fc.integer({ min: 0, max: 8 }),
    }),
  )
  fc.assert(
    fc.property(party, ({ people, stay, come, at }) => {
      const comers = Array.from({ length: come }, (_, i) => `new ${i}`)
      const before = [
        ...Array.from({ length: people }, (_, i) => ({ id: `was ${i + 1}`, person: i + 1 })),
        ...comers.map((id) => ({ id, person: null })),
        { id: 'waits', person: null },
      ]
      const places = [...stay.map((was) => ({ was, guest: null })), ...comers.map((guest) => ({ was: 0, guest }))]
      const turned = [...places.slice(at), ...places.slice(0, at)]
      const { seats, gone } = computeSeatsAfterChange(before, {
        was: turned.map(({ was }) => was),
        guests: turned.map(({ guest }) => guest),
      })
      for (const { id, person } of seats) {
        const there = turned[(person ?? 0) - 1]
        expect(there && (there.guest ?? `was ${there.was}`)).toBe(id === 'waits' ? undefined : id)
      }
      expect(gone).toEqual(before.filter(({ person }) => person && !stay.includes(person)).map(({ id }) => id))
      expect(seats).toHaveLength(before.length - gone.length)
    }),
    { numRuns: process.env['PROVE'] ? 5_000 : 200 },
  )
})

test('after a change without assignments, no guest keeps a place that may belong to another', () => {
  const before = [
    { id: 'one', person: 1 },
    { id: 'two', person: 2 },
  ]
  expect(computeSeatsAfterChange(before, { was: null, guests: null })).toEqual({
    seats: [
      { id: 'one', person: null },
      { id: 'two', person: null },
    ],
    gone: [],
  })
})
