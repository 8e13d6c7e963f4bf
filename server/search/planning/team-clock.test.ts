import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { getCachedLayout, getMinChairMinutes } from './team-clock.ts'
import { createParty } from './party.ts'
import { planDay } from './planner.ts'
import * as seating from './seating.ts'

if (process.env.PROVE) vi.setConfig({ testTimeout: 600_000 })
const runs = { numRuns: process.env.PROVE ? 5_000 : 150 }
const services = ['makeup', 'updo', 'lashes']

const looks = fc.uniqueArray(
  fc.record({ count: fc.integer({ min: 1, max: 3 }), services: fc.subarray(services, { minLength: 1 }) }),
  { minLength: 1, maxLength: 3, selector: (look) => look.services.join() },
)
// Few values, so that party and team repeat.
const crew = fc.record({
  artists: fc.integer({ min: 1, max: 3 }),
  minutes: fc.tuple(...services.map(() => fc.constantFrom(30, 45, 60))),
  doers: fc.tuple(...services.map(() => fc.constantFrom(1, 3, 7))),
})
const rooms = fc.array(fc.oneof(fc.constant(Number.MAX_SAFE_INTEGER), fc.integer({ min: 0, max: 500 })), {
  minLength: 1,
  maxLength: 4,
})

test('a cached schedule equals a computed one, whatever was requested before', () => {
  fc.assert(
    fc.property(looks, crew, rooms, (looks, { artists, minutes, doers }, rooms) => {
      const party = createParty(looks)
      const of = (list: number[]) => party.wanted.map((id) => list[services.indexOf(id)] as number)
      const team = { artists, minutes: of(minutes), doers: of(doers).map((bits) => bits & ((1 << artists) - 1)) }
      expect(getMinChairMinutes(party, team)).toBe(seating.computeChairMinutes(party, team))
      for (const room of rooms)
        expect(getCachedLayout(party, team, room)).toEqual(seating.planSeating(party, team, room))
    }),
    runs,
  )
})

test('the schedule of the same party and team is computed once', () => {
  const aim = { constraint: 'finish', at: Date.UTC(2027, 5, 5, 13) } as const
  const team = { artists: 2, minutes: [50, 55], doers: [3, 3] }
  const party = () => createParty([{ count: 4, services: ['makeup', 'updo'] }])
  const first = planDay(aim, party(), team, 15, 900)
  const layOut = vi.spyOn(seating, 'planSeating')
  const chairMinutes = vi.spyOn(seating, 'computeChairMinutes')
  expect(planDay(aim, party(), team, 15, 700)).toEqual(first)
  expect(layOut.mock.calls.length + chairMinutes.mock.calls.length).toBe(0)
})
