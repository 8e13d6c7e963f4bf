import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shownTeams } from '#contract/search/team-up.ts'
import { sortTeams, type RankedTeam } from './team-pool.ts'

const rating = fc.option(fc.integer({ min: 100, max: 500 }).map((hundredths) => hundredths / 100))
const team: fc.Arbitrary<RankedTeam> = fc.record({
  total: fc.integer({ min: 50, max: 900 }),
  colleagues: fc.boolean(),
  daysTogether: fc.integer({ min: 0, max: 9 }),
  spareMinutes: fc.integer({ min: 0, max: 10 }),
  waitingMinutes: fc.integer({ min: 0, max: 120 }),
  parts: fc.array(
    rating.map((of) => ({ artist: { rating: of } })),
    { minLength: 2, maxLength: 3 },
  ),
})
const some = fc.array(team, { minLength: 1, maxLength: shownTeams })
const placeOf = (found: readonly RankedTeam[], one: RankedTeam) => sortTeams(found, 'recommended').indexOf(one)

const neverLower = (better: (one: RankedTeam, by: number) => RankedTeam) =>
  fc.assert(
    fc.property(some, fc.nat(), fc.integer({ min: 1, max: 5 }), (found, pick, by) => {
      const i = pick % found.length
      const one = found[i] as RankedTeam
      const other = better(one, by)
      expect(placeOf(found.with(i, other), other)).toBeLessThanOrEqual(placeOf(found, one))
    }),
  )

describe('Recommended order of teams', () => {
  test('a cheaper team is never ranked lower', () => neverLower((one, by) => ({ ...one, total: one.total - by })))

  test('a team with a better score is never ranked lower', () =>
    neverLower((one, by) => ({
      ...one,
      parts: one.parts.map(({ artist }) => ({ artist: { rating: Math.min(5, (artist.rating ?? 0) + by) } })),
    })))

  test('a team with more days together is never ranked lower', () =>
    neverLower((one, by) => ({ ...one, daysTogether: one.daysTogether + by })))

  test('a team with more spare time and less waiting is never ranked lower', () =>
    neverLower((one, by) => ({
      ...one,
      spareMinutes: one.spareMinutes + by,
      waitingMinutes: Math.max(0, one.waitingMinutes - by),
    })))

  const plain: RankedTeam = {
    total: 100,
    colleagues: false,
    daysTogether: 0,
    spareMinutes: 10,
    waitingMinutes: 0,
    parts: [{ artist: { rating: 4 } }, { artist: { rating: 4 } }],
  }
  const order = (...found: RankedTeam[]) => sortTeams(found, 'recommended').map((one) => found.indexOf(one))

  test('a star and a day together each weigh one hundredth of the price, with at most five days', () => {
    const stars = plain.parts.map(() => ({ artist: { rating: 5 } }))
    expect(order(plain, { ...plain, parts: stars, total: 101 })).toEqual([1, 0])
    expect(order(plain, { ...plain, parts: stars, total: 102 })).toEqual([0, 1])
    expect(order(plain, { ...plain, daysTogether: 5, total: 105 })).toEqual([1, 0])
    expect(order(plain, { ...plain, daysTogether: 40, total: 106 })).toEqual([0, 1])
    expect(order({ ...plain, waitingMinutes: 10 }, plain)).toEqual([1, 0])
  })

  test('a team without spare time comes after one that costs up to 5 % more', () => {
    const tight = { ...plain, spareMinutes: 0 }
    expect(order(tight, { ...plain, total: 104 })).toEqual([1, 0])
    expect(order(tight, { ...plain, total: 106 })).toEqual([0, 1])
  })

  test('teams of colleagues come first if they cost at most 15 % more', () => {
    expect(order(plain, { ...plain, colleagues: true, total: 115 })).toEqual([1, 0])
    expect(order(plain, { ...plain, colleagues: true, total: 116 })).toEqual([0, 1])
  })
})
