import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type Seat, tryAllUpTo } from './layout.ts'
import { type Party, createParty, type Team } from './party.ts'
import { computeChairMinutes, planSeating, computeUnbrokenMinutes } from './seating.ts'

if (process.env.PROVE) vi.setConfig({ testTimeout: 600_000 })
const runs = { numRuns: process.env.PROVE ? 20_000 : 120 }
const slowRuns = { numRuns: process.env.PROVE ? 2_000 : 60 }
const services = ['makeup', 'updo', 'lashes', 'bridal-makeup', 'draping', 'gel']

const lookOf = (most: number) => fc.subarray(services, { minLength: 1, maxLength: most })
const looks = (people: number, most = 3) =>
  fc
    .array(fc.record({ count: fc.integer({ min: 1, max: 4 }), services: lookOf(most) }), { minLength: 1, maxLength: 4 })
    .map((list) =>
      joined(
        list.map((look, i) => ({
          ...look,
          count: Math.max(0, Math.min(look.count, people - list.slice(0, i).reduce((n, l) => n + l.count, 0))),
        })),
      ),
    )

/** Joins equal looks, as a saved search does. */
function joined(list: { count: number; services: string[] }[]) {
  const byKey = new Map<string, { count: number; services: string[] }>()
  for (const look of list.filter((look) => look.count > 0)) {
    const key = look.services.join()
    byKey.set(key, { services: look.services, count: (byKey.get(key)?.count ?? 0) + look.count })
  }
  return [...byKey.values()]
}

const crew = fc.record({
  artists: fc.integer({ min: 1, max: 4 }),
  minutes: fc.array(
    fc.integer({ min: 1, max: 24 }).map((n) => n * 5),
    { minLength: services.length, maxLength: services.length },
  ),
  doers: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: services.length, maxLength: services.length }),
})
type Crew = typeof crew extends fc.Arbitrary<infer T> ? T : never

function teamFor(party: Party, crew: Crew): Team {
  const all = (1 << crew.artists) - 1
  const at = (id: string) => services.indexOf(id)
  return {
    artists: crew.artists,
    minutes: party.wanted.map((id) => crew.minutes[at(id)] as number),
    doers: party.wanted.map((id) => (crew.doers[at(id)] as number) & all || 1),
  }
}

/** Returns the shortest day, by trying every order and every artist. */
function bruteForce(party: Party, team: Team): number {
  const blocks = party.looks
    .flatMap((look, l) =>
      Array.from({ length: look.count }, (_, c) => look.wants.map((want) => ({ person: `${l}.${c}`, want }))),
    )
    .flat()
  let best = Number.POSITIVE_INFINITY
  const walk = (rest: typeof blocks, people: Record<string, number>, artists: number[], span: number): void => {
    if (span >= best) return
    if (rest.length === 0) {
      best = span
      return
    }
    rest.forEach((block, i) => {
      for (let a = 0; a < team.artists; a++) {
        if ((((team.doers[block.want] as number) >> a) & 1) === 0) continue
        const to = Math.max(people[block.person] ?? 0, artists[a] as number) + (team.minutes[block.want] as number)
        walk(rest.toSpliced(i, 1), { ...people, [block.person]: to }, artists.with(a, to), Math.max(span, to))
      }
    })
  }
  walk(blocks, {}, Array(team.artists).fill(0), 0)
  return best
}

const room = fc.oneof(fc.constant(Number.MAX_SAFE_INTEGER), fc.integer({ min: 0, max: 800 }))
const waitingIn = (laid: readonly Seat[]): number =>
  [...Map.groupBy(laid, ({ person }) => person).values()].reduce((sum, own) => {
    const work = own.reduce((minutes, { from, to }) => minutes + to - from, 0)
    return sum + Math.max(...own.map(({ to }) => to)) - Math.min(...own.map(({ from }) => from)) - work
  }, 0)

const overlap = (a: { from: number; to: number }, b: { from: number; to: number }) => a.from < b.to && b.from < a.to

describe('Seating', () => {
  test('everyone is served by a qualified artist within the minutes, and nobody is in two places', () => {
    fc.assert(
      fc.property(looks(20), crew, room, (looks, crew, room) => {
        const party = createParty(looks)
        const team = teamFor(party, crew)
        const { minutes, seats: laid } = planSeating(party, team, room)
        expect(minutes).toBeGreaterThanOrEqual(laid.reduce((last, seat) => Math.max(last, seat.to), 0))
        expect(minutes).toBeLessThanOrEqual(Math.max(room, computeChairMinutes(party, team)))

        const wanted = party.looks
          .flatMap((look) => Array.from({ length: look.count }, () => look.wants))
          .flatMap((wants, person) => wants.map((want) => `${person}/${want}`))
        expect(laid.map((seat) => `${seat.person}/${seat.want}`).sort()).toEqual(wanted.sort())
        for (const [i, seat] of laid.entries()) {
          expect(((team.doers[seat.want] as number) >> seat.artist) & 1).toBe(1)
          expect(seat.to - seat.from).toBe(team.minutes[seat.want])
          expect(seat.from).toBeGreaterThanOrEqual(0)
          expect(seat.to).toBeLessThanOrEqual(minutes)
          for (const other of laid.slice(i + 1)) {
            expect((seat.artist === other.artist || seat.person === other.person) && overlap(seat, other)).toBe(false)
          }
        }
      }),
      runs,
    )
  })

  test('a small party takes the shortest possible time', () => {
    const small = looks(3)
      .map(createParty)
      .filter((party) => party.blocks <= tryAllUpTo)
    fc.assert(
      fc.property(small, crew, (party, crew) => {
        const team = teamFor(party, crew)
        expect(computeChairMinutes(party, team)).toBe(bruteForce(party, team))
      }),
      slowRuns,
    )
  })

  test('in a small party nobody leaves between two seats, if the day has room', () => {
    const small = looks(4)
      .map(createParty)
      .filter((party) => party.blocks <= tryAllUpTo)
    fc.assert(
      fc.property(small, crew, room, (party, crew, room) => {
        const team = teamFor(party, crew)
        const { seats } = planSeating(party, team, room)
        if (computeUnbrokenMinutes(party, team) <= room) expect(waitingIn(seats)).toBe(0)
      }),
      runs,
    )
  })

  test('a service that only one artist does takes the sum of all its durations', () => {
    fc.assert(
      fc.property(looks(20), crew, (looks, crew) => {
        const party = createParty(looks)
        const team = { ...teamFor(party, crew), artists: 1, doers: party.wanted.map(() => 1) }
        const work = party.copies.reduce((sum, n, w) => sum + n * (team.minutes[w] as number), 0)
        expect(computeChairMinutes(party, team)).toBe(work)
        expect(computeChairMinutes(party, { ...team, artists: 2, doers: party.wanted.map(() => 2) })).toBe(work)
      }),
      runs,
    )
  })
})

test('with one more person the plan never takes less time, at any position in the list', () => {
  const someone = lookOf(3)
  const crowd = fc.array(fc.record({ count: fc.integer({ min: 1, max: 3 }), services: lookOf(3) }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(crowd, someone, fc.nat(), crew, room, (list, services, at, crew, room) => {
      const before = createParty(joined(list))
      const after = createParty(joined(list.toSpliced(at % (list.length + 1), 0, { count: 1, services })))
      const [teamBefore, teamAfter] = [teamFor(before, crew), teamFor(after, crew)]
      expect(computeChairMinutes(after, teamAfter)).toBeGreaterThanOrEqual(computeChairMinutes(before, teamBefore))
      expect(computeUnbrokenMinutes(after, teamAfter)).toBeGreaterThanOrEqual(
        computeUnbrokenMinutes(before, teamBefore),
      )
      // A day too short for both is compared by the minimum minutes.
      if (computeChairMinutes(after, teamAfter) <= room)
        expect(planSeating(after, teamAfter, room).minutes).toBeGreaterThanOrEqual(
          planSeating(before, teamBefore, room).minutes,
        )
    }),
    runs,
  )
})

test('two artists side by side finish a wedding of five in much less time than one', () => {
  const party = createParty([
    { count: 1, services: ['bridal-makeup', 'bridal-hair'] },
    { count: 3, services: ['makeup', 'updo'] },
    { count: 1, services: ['makeup'] },
  ])
  const minutes = [60, 75, 45, 45]
  const team = { artists: 2, minutes, doers: [1, 2, 1, 2] }
  expect(computeChairMinutes(party, { artists: 1, minutes, doers: [1, 1, 1, 1] })).toBe(450)
  expect(computeChairMinutes(party, team)).toBe(240)
})
