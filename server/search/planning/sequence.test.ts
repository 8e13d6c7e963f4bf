import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WantedService } from './member.ts'
import { createParty } from './party.ts'
import { type DayPlan, planDay } from './planner.ts'
import { sortBySequence } from './sequence.ts'

const runs = { numRuns: process.env['PROVE'] ? 5_000 : 300 }
const services = ['hair', 'makeup', 'veil', 'nails']
const parties = fc
  .array(fc.record({ count: fc.integer({ min: 1, max: 2 }), services: fc.subarray(services, { minLength: 1 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map(createParty)
const minutes = fc.array(
  fc.integer({ min: 1, max: 12 }).map((n) => n * 5),
  { minLength: 4, maxLength: 4 },
)
const sequences = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 })
const at = Date.UTC(2027, 5, 12, 12)

/** Returns the times at which each artist and person is occupied. */
const occupied = ({ blocks }: DayPlan): string[] => {
  const minutesOf = blocks.flatMap(({ artist, person, from, to }) =>
    Array.from({ length: (to - from) / 60_000 }, (_, i) => `${artist} ${person} ${from + i * 60_000}`),
  )
  return minutesOf.sort()
}

test('reordering leaves each person’s durations and artists unchanged, and joins parts without gaps', () => {
  fc.assert(
    fc.property(parties, fc.integer({ min: 1, max: 3 }), minutes, sequences, (party, artists, all, given) => {
      const team = {
        artists,
        minutes: party.wanted.map((id) => all[services.indexOf(id)] as number),
        doers: party.wanted.map(() => (1 << artists) - 1),
      }
      const asked = party.wanted.map(
        (id): WantedService => ({ setupMinutes: 0, sequence: given[services.indexOf(id)] as number }),
      )
      const plan = planDay({ constraint: 'finish', at }, party, team, 10)
      const laidOut = sortBySequence(plan, asked)
      expect(occupied(laidOut)).toEqual(occupied(plan))
      const done = ({ blocks }: DayPlan) =>
        blocks.map(({ artist, person, want, from, to }) => `${artist} ${person} ${want} ${to - from}`).sort()
      expect(done(laidOut)).toEqual(done(plan))
      const sequenceOf = (want: number) => (asked[want] as WantedService).sequence
      for (const a of laidOut.blocks)
        for (const b of laidOut.blocks)
          if (
            a.person === b.person &&
            a.artist === b.artist &&
            a.to === b.from &&
            sequenceOf(a.want) > 0 &&
            sequenceOf(b.want) > 0
          )
            expect(sequenceOf(a.want)).toBeLessThanOrEqual(sequenceOf(b.want))
      expect({ ...laidOut, blocks: [] }).toEqual({ ...plan, blocks: [] })
    }),
    runs,
  )
})
