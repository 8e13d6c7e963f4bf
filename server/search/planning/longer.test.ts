import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { type ExtraMinutes, computeExtendedMinutes, planLonger } from './longer.ts'
import { type Party, createParty, type Team } from './party.ts'
import { computeJobMinutes, planDay } from './planner.ts'

if (process.env.PROVE) vi.setConfig({ testTimeout: 600_000 })
const numRuns = process.env.PROVE ? 2_000 : 80
const services = ['makeup', 'updo', 'lashes']
const aim = { constraint: 'finish' as const, at: 0 }

/** At most five chairs, so that every order can be tried. */
const party = fc
  .array(
    fc.record({
      count: fc.integer({ min: 1, max: 2 }),
      services: fc.subarray(services, { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map((looks) => createParty([...new Map(looks.map((look) => [look.services.join(), look])).values()]))
  .filter(({ blocks }) => blocks <= 5)
const crew = fc.record({
  artists: fc.integer({ min: 1, max: 3 }),
  minutes: fc.array(fc.integer({ min: 1, max: 18 }), { minLength: 3, maxLength: 3 }),
  doers: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 3, maxLength: 3 }),
})
const added = fc.array(
  fc.record({ person: fc.nat(3), want: fc.nat(2), minutes: fc.integer({ min: 0, max: 24 }).map((n) => n * 5) }),
  { maxLength: 5 },
)

const teamFor = (
  party: Party,
  { artists, minutes, doers }: { artists: number; minutes: number[]; doers: number[] },
): Team => ({
  artists,
  minutes: party.wanted.map((id) => 5 * (minutes[services.indexOf(id)] as number)),
  doers: party.wanted.map((id) => (doers[services.indexOf(id)] as number) & ((1 << artists) - 1) || 1),
})
const wantsOf = (party: Party) => party.looks.flatMap(({ count, wants }) => Array.from({ length: count }, () => wants))
const ofThem = (party: Party, list: readonly ExtraMinutes[]) =>
  list.filter(({ person, want }) => wantsOf(party)[person]?.includes(want))

/** Tries every artist and order for every chair, with its own minutes. */
function bruteForce(party: Party, team: Team, longer: readonly ExtraMinutes[]): number {
  const chairs = wantsOf(party).flatMap((wants, person) =>
    wants.map((want) => ({
      person,
      doers: team.doers[want] as number,
      minutes: longer.reduce(
        (sum, one) => (one.person === person && one.want === want ? sum + one.minutes : sum),
        team.minutes[want] as number,
      ),
    })),
  )
  let best = Number.POSITIVE_INFINITY
  const walk = (rest: typeof chairs, people: number[], artists: number[], span: number): void => {
    if (span >= best) return
    if (rest.length === 0) {
      best = span
      return
    }
    rest.forEach(({ person, doers, minutes }, i) => {
      for (let a = 0; a < team.artists; a++) {
        if (((doers >> a) & 1) === 0) continue
        const to = Math.max(people[person] as number, artists[a] as number) + minutes
        walk(rest.toSpliced(i, 1), people.with(person, to), artists.with(a, to), Math.max(span, to))
      }
    })
  }
  walk(chairs, Array(party.people).fill(0), Array(team.artists).fill(0), 0)
  return best
}

test('with add-ons a small party takes as long as the shortest possible day', () => {
  fc.assert(
    fc.property(party, crew, added, (party, crew, list) => {
      const team = teamFor(party, crew)
      const longer = ofThem(party, list)
      expect(computeExtendedMinutes(party, team, 20, longer)).toBe(20 + bruteForce(party, team, longer))
    }),
    { numRuns },
  )
})

test('in a plan with add-ons each person has their own minutes, is ready in time and is never in two places', () => {
  fc.assert(
    fc.property(party, crew, added, fc.integer({ min: 0, max: 600 }), (party, crew, list, room) => {
      const team = teamFor(party, crew)
      const longer = ofThem(party, list)
      const { blocks, arriveAt } = planLonger(aim, party, team, 20, room, longer)
      expect(-arriveAt / 60_000).toBeLessThanOrEqual(Math.max(room, computeExtendedMinutes(party, team, 20, longer)))
      const wanted = wantsOf(party).flatMap((wants, person) => wants.map((want) => `${person}/${want}`))
      expect(blocks.map(({ person, want }) => `${person}/${want}`).sort()).toEqual(wanted.sort())
      for (const [i, block] of blocks.entries()) {
        const more = longer.reduce(
          (sum, { person, want, minutes }) => (person === block.person && want === block.want ? sum + minutes : sum),
          0,
        )
        expect((block.to - block.from) / 60_000).toBe((team.minutes[block.want] as number) + more)
        expect(block.to).toBeLessThanOrEqual(0)
        for (const other of blocks.slice(i + 1))
          if (other.artist === block.artist || other.person === block.person)
            expect(other.from >= block.to || other.to <= block.from).toBe(true)
      }
    }),
    { numRuns },
  )
})

test('without add-ons, or with add-ons that take no time, the plan is unchanged', () => {
  fc.assert(
    fc.property(party, crew, fc.integer({ min: 0, max: 600 }), (party, crew, room) => {
      const team = teamFor(party, crew)
      const none = [{ person: 0, want: party.looks[0]?.wants[0] as number, minutes: 0 }]
      expect(computeExtendedMinutes(party, team, 20, none)).toBe(computeJobMinutes(party, team, 20))
      expect(planLonger(aim, party, team, 20, room, none)).toEqual(planDay(aim, party, team, 20, room))
    }),
    { numRuns },
  )
})
