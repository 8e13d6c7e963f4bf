import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type Party, partyOf } from './party.ts'
import type { Member, TeamUp } from './member.ts'
import { planTeam } from './team-plan.ts'
import { teamUps } from './team-up.ts'

if (process.env['PROVE']) vi.setConfig({ testTimeout: 600_000 })
const runs = { numRuns: process.env['PROVE'] ? 2_000 : 120 }
const endless = { left: 1e9, until: Number.POSITIVE_INFINITY, ofTeam: 1e9, cut: false }

const wantedIds = ['hair', 'makeup', 'nails']
const parties = fc
  .array(
    fc.record({
      count: fc.integer({ min: 1, max: 3 }),
      services: fc.subarray(wantedIds, { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map(partyOf)
  .filter(({ people, blocks }) => people <= 3 && blocks >= 2 && blocks <= 4)

const member: fc.Arbitrary<Member> = fc
  .record({
    artists: fc.integer({ min: 1, max: 2 }),
    minutes: fc.tuple(...wantedIds.map(() => fc.constantFrom(0, 2, 3, 5))),
    doers: fc.tuple(...wantedIds.map(() => fc.integer({ min: 1, max: 3 }))),
    units: fc.tuple(...wantedIds.map(() => fc.integer({ min: 1, max: 30 }))),
    comeUnits: fc.integer({ min: 0, max: 8 }),
    leastUnits: fc.integer({ min: 0, max: 40 }),
    room: fc.integer({ min: 3, max: 24 }),
  })
  .map(({ artists, doers, ...rest }) => ({ ...rest, artists, doers: doers.map((mask) => (artists === 1 ? 1 : mask)) }))

/** Members as a party sees them: lists run along what it wants. */
const seenBy = (party: Party, one: Member): Member => {
  const at = party.wanted.map((id) => wantedIds.indexOf(id))
  const pick = (list: readonly number[]) => at.map((w) => list[w] as number)
  return { ...one, minutes: pick(one.minutes), doers: pick(one.doers), units: pick(one.units) }
}
const setupsOf = (party: Party) => party.wanted.map((id) => ({ hair: 1, makeup: 0, nails: 2 })[id] as number)

type Block = { person: number; want: number }
const blocksOf = (party: Party): Block[] => {
  let person = 0
  return party.looks.flatMap(({ count, wants }) =>
    Array.from({ length: count }, () => {
      const whose = person++
      return wants.map((want) => ({ person: whose, want }))
    }).flat(),
  )
}

/** The least price at which exactly these work, by trying every artist, chair and order for every block. */
function bruteForce(party: Party, setups: readonly number[], team: readonly Member[]): number | null {
  const blocks = blocksOf(party)
  let least: number | null = null
  const by: number[] = []
  const fits = (): boolean => {
    const limits = team.map(
      ({ room }, m) => room - Math.max(0, ...blocks.map(({ want }, i) => (by[i] === m ? (setups[want] as number) : 0))),
    )
    const personFree = Array<number>(party.people).fill(0)
    const chairs = team.map(({ artists }) => Array<number>(artists).fill(0))
    const walk = (taken: number): boolean => {
      if (taken === (1 << blocks.length) - 1) return true
      return blocks.some(({ person, want }, i) => {
        if ((taken >> i) & 1) return false
        const m = by[i] as number
        const { minutes, doers } = team[m] as Member
        const free = chairs[m] as number[]
        return free.some((was, c) => {
          if ((((doers[want] as number) >> c) & 1) === 0) return false
          const before = personFree[person] as number
          const end = Math.max(before, was) + (minutes[want] as number)
          if (end > (limits[m] as number)) return false
          personFree[person] = end
          free[c] = end
          const done = walk(taken | (1 << i))
          personFree[person] = before
          free[c] = was
          return done
        })
      })
    }
    return walk(0)
  }
  const assign = (i: number): void => {
    const block = blocks[i]
    if (!block) {
      if (team.some((_, m) => !by.includes(m))) return
      const units = team.reduce((sum, { units: prices, comeUnits, leastUnits }, m) => {
        const own = blocks.reduce((s, { want }, b) => (by[b] === m ? s + (prices[want] as number) : s), 0)
        return sum + Math.max(own + comeUnits, leastUnits)
      }, 0)
      if ((least === null || units < least) && fits()) least = units
      return
    }
    for (const [m, { minutes }] of team.entries()) {
      if (minutes[block.want] === 0) continue
      by[i] = m
      assign(i + 1)
    }
  }
  assign(0)
  return least
}

/** Says what is wrong with a team's day; nothing where it holds. */
function faults(
  party: Party,
  setups: readonly number[],
  pool: readonly Member[],
  { members, seats, spare, waiting, units, unitsOf }: TeamUp,
): string[] {
  const said: string[] = []
  const team = members.map((m) => pool[m] as Member)
  const wantedBlocks = blocksOf(party).map(({ person, want }) => `${person}/${want}`)
  const laidBlocks = seats.map(({ person, want }) => `${person}/${want}`)
  if (JSON.stringify(wantedBlocks.toSorted()) !== JSON.stringify(laidBlocks.toSorted()))
    said.push('not everybody gets what they want')
  for (const [i, a] of seats.entries()) {
    const own = team[a.member] as Member
    if (a.from - a.to !== own.minutes[a.want]) said.push('not so long')
    if ((((own.doers[a.want] as number) >> a.chair) & 1) === 0) said.push('a chair that does not do it')
    if (a.to < spare) said.push('after the time')
    const setup = Math.max(...seats.filter((s) => s.member === a.member).map((s) => setups[s.want] as number))
    if (a.from + setup > own.room) said.push('before there is room')
    for (const b of seats.slice(i + 1)) {
      const together = a.to < b.from && b.to < a.from
      if (together && a.person === b.person) said.push('one person with two at once')
      if (together && a.member === b.member && a.chair === b.chair) said.push('one chair taken twice')
    }
  }
  for (const m of team.keys()) if (!seats.some((s) => s.member === m)) said.push('somebody has nothing to do')
  const waits = Map.groupBy(seats, ({ person }) => person)
    .values()
    .reduce(
      (sum, own) =>
        sum +
        Math.max(...own.map((s) => s.from)) -
        Math.min(...own.map((s) => s.to)) -
        own.reduce((s, x) => s + x.from - x.to, 0),
      0,
    )
  if (waits !== waiting) said.push(`waits ${waits}, not ${waiting}`)
  if (unitsOf.reduce((a, b) => a + b, 0) !== units) said.push('parts that are not the whole')
  for (const [m, { units: prices, comeUnits, leastUnits }] of team.entries()) {
    const own = seats.filter((s) => s.member === m).reduce((sum, s) => sum + (prices[s.want] as number), 0)
    if (Math.max(own + comeUnits, leastUnits) !== unitsOf[m]) said.push('not their price')
  }
  return said
}

describe('teams', () => {
  test('exactly the least price that any sharing and any order of two or three artists allows, or none where none is in time', () => {
    fc.assert(
      fc.property(parties, fc.array(member, { minLength: 2, maxLength: 3 }), (party, made) => {
        const team = made.map((one) => seenBy(party, one))
        const planned = planTeam(party, setupsOf(party), team, { ...endless })
        expect(planned?.units ?? null).toBe(bruteForce(party, setupsOf(party), team))
      }),
      runs,
    )
  })

  test('the cheapest of all pairs comes first, of three where no two can, and no day has a fault', () => {
    fc.assert(
      fc.property(parties, fc.array(member, { minLength: 2, maxLength: 5 }), (party, made) => {
        const pool = made.map((one) => seenBy(party, one))
        const setups = setupsOf(party)
        const { teams, complete } = teamUps(party, setups, pool, { keep: 4, work: 1e9, ofTeam: 1e9, withinMs: 1e9 })
        expect(complete).toBe(true)
        for (const team of teams) expect(faults(party, setups, pool, team)).toEqual([])
        expect(teams.map(({ units }) => units)).toEqual(teams.map(({ units }) => units).toSorted((a, b) => a - b))
        const of = (size: number) =>
          subsets(pool.length, size).flatMap(
            (members) =>
              bruteForce(
                party,
                setups,
                members.map((m) => pool[m] as Member),
              ) ?? [],
          )
        const pairs = of(2)
        const least = pairs.length > 0 ? pairs : of(3)
        expect(teams[0]?.units ?? null).toBe(least.length > 0 ? Math.min(...least) : null)
      }),
      { numRuns: process.env['PROVE'] ? 600 : 60 },
    )
  })

  test('who is kept is in each of the teams, and where the work runs out that is said', () => {
    const party = partyOf([{ count: 6, services: ['hair', 'makeup'] }])
    const one = (units: number): Member => ({
      artists: 1,
      minutes: [30, 45],
      doers: [1, 1],
      units: [units, units],
      comeUnits: 10,
      leastUnits: 0,
      room: 300,
    })
    const pool = [40, 50, 60, 70].map(one)
    const { teams } = teamUps(party, [10, 10], pool, { keep: 5, fixed: [3], withinMs: 1e9 })
    expect(teams[0]?.members).toEqual([0, 3])
    expect(teams.every(({ members }) => members.includes(3))).toBe(true)
    // The cheaper of the two works as long as she may.
    expect(teams[0]?.spare).toBe(5)
    expect(teamUps(party, [10, 10], pool, { keep: 5, work: 1, withinMs: 1e9 }).complete).toBe(false)
    expect(teamUps(party, [10, 10], pool, { keep: 5, withinMs: -1 })).toEqual({ teams: [], complete: false })
  })
})

function subsets(n: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]]
  return Array.from({ length: n - from }, (_, i) => from + i).flatMap((first) =>
    subsets(n, size - 1, first + 1).map((rest) => [first, ...rest]),
  )
}
