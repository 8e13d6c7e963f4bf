import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { reduceWaiting, seatPeople } from './placing.ts'
import { type Chair, type ChairLayout, findLeastWaiting, computeLayoutWeight } from './waiting.ts'

if (process.env.PROVE) vi.setConfig({ testTimeout: 600_000 })
const runs = { numRuns: process.env.PROVE ? 5_000 : 120 }

const artists = 3
/** People with few chairs each, grouped by look as in a party. */
const chairsOf = (most: number, longest: number) =>
  fc
    .array(
      fc.record({
        count: fc.integer({ min: 1, max: 2 }),
        chairs: fc.array(
          fc.record({ minutes: fc.integer({ min: 1, max: longest }), doers: fc.integer({ min: 1, max: 7 }) }),
          { minLength: 1, maxLength: 3 },
        ),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((looks) => {
      let person = -1
      return looks.flatMap((look, l) =>
        Array.from({ length: look.count }, () => {
          person++
          return look.chairs.map((chair): Chair => ({ ...chair, person, look: l }))
        }).flat(),
      )
    })
    .filter((chairs) => chairs.length <= most)

/** Returns the least weight, by trying every artist and minute for every chair. */
function bruteForce(chairs: readonly Chair[], within: number): number {
  let least = Number.POSITIVE_INFINITY
  const laid: { artist: number; from: number }[] = []
  const walk = (i: number): void => {
    if (i === chairs.length) {
      least = Math.min(least, computeLayoutWeight(measured(chairs, laid)))
      return
    }
    const { minutes, doers, person } = chairs[i] as Chair
    for (let artist = 0; artist < artists; artist++) {
      if (((doers >> artist) & 1) === 0) continue
      for (let from = 0; from + minutes <= within; from++) {
        const clashes = laid.some((other, j) => {
          const { minutes: long, person: whose } = chairs[j] as Chair
          return (
            (other.artist === artist || whose === person) && other.from < from + minutes && other.from + long > from
          )
        })
        if (clashes) continue
        laid.push({ artist, from })
        walk(i + 1)
        laid.pop()
      }
    }
  }
  walk(0)
  return least
}

function measured(chairs: readonly Chair[], laid: readonly { from: number }[]): { waiting: number; span: number } {
  const from = (i: number) => (laid[i] as { from: number }).from
  const to = (i: number) => from(i) + (chairs[i] as Chair).minutes
  const people = [...Map.groupBy(chairs.keys(), (i) => (chairs[i] as Chair).person).values()]
  const long = (own: readonly number[]) => Math.max(...own.map(to)) - Math.min(...own.map(from))
  return {
    waiting: people.reduce(
      (sum, own) => sum + long(own) - own.reduce((work, i) => work + (chairs[i] as Chair).minutes, 0),
      0,
    ),
    span: long([...chairs.keys()]),
  }
}

function expectSound(chairs: readonly Chair[], laid: ChairLayout): void {
  expect(
    measured(
      chairs,
      laid.froms.map((from) => ({ from })),
    ),
  ).toEqual({ waiting: laid.waiting, span: laid.span })
  for (const [i, chair] of chairs.entries()) {
    const [artist, from] = [laid.artists[i] as number, laid.froms[i] as number]
    expect((chair.doers >> artist) & 1).toBe(1)
    expect(from).toBeGreaterThanOrEqual(0)
    for (let j = 0; j < i; j++) {
      if (laid.artists[j] !== artist && (chairs[j] as Chair).person !== chair.person) continue
      const other = laid.froms[j] as number
      expect(other >= from + chair.minutes || other + (chairs[j] as Chair).minutes <= from).toBe(true)
    }
  }
}

describe('Few sittings', () => {
  test('the schedule has the least waiting within the minutes, and of equals the shortest duration', () => {
    fc.assert(
      fc.property(chairsOf(5, 3), fc.integer({ min: 3, max: 8 }), (chairs, within) => {
        const laid = findLeastWaiting(chairs, artists, within)
        const least = bruteForce(chairs, within)
        expect(laid ? computeLayoutWeight(laid) : Number.POSITIVE_INFINITY).toBe(least)
        if (laid) expectSound(chairs, laid)
      }),
      runs,
    )
  })

  test('nobody waits if the length of the day is unlimited', () => {
    fc.assert(
      fc.property(chairsOf(6, 24), (chairs) => {
        const laid = findLeastWaiting(chairs, artists, Number.MAX_SAFE_INTEGER)
        expect(laid?.waiting).toBe(0)
        if (laid) expectSound(chairs, laid)
      }),
      runs,
    )
  })
})

describe('Any number of sittings', () => {
  test('people placed one after another have a valid plan, and nobody waits', () => {
    fc.assert(
      fc.property(chairsOf(18, 24), (chairs) => {
        const laid = seatPeople(chairs, artists)
        expect(laid.waiting).toBe(0)
        expectSound(chairs, laid)
        if (chairs.length <= 6)
          expect(laid.span).toBeGreaterThanOrEqual(
            (findLeastWaiting(chairs, artists, Number.MAX_SAFE_INTEGER) as ChairLayout).span,
          )
      }),
      runs,
    )
  })

  test('with improved times people wait no longer than before, within the minutes', () => {
    fc.assert(
      fc.property(chairsOf(18, 24), fc.nat({ max: 60 }), (chairs, more) => {
        const before = oneByOne(chairs)
        const laid = reduceWaiting(chairs, Array<number>(artists).fill(before.span + more), before)
        expectSound(chairs, laid)
        expect(laid.span).toBeLessThanOrEqual(before.span + more)
        expect(laid.waiting).toBeLessThanOrEqual(
          measured(
            chairs,
            before.froms.map((from) => ({ from })),
          ).waiting,
        )
      }),
      runs,
    )
  })
})

/** Places each chair as early as possible, which makes people wait for each other. */
function oneByOne(chairs: readonly Chair[]): { artists: number[]; froms: number[]; span: number } {
  const free = new Map<string, number>()
  const laid = { artists: [] as number[], froms: [] as number[], span: 0 }
  for (const i of [...chairs.keys()].sort((a, b) => (chairs[a] as Chair).minutes - (chairs[b] as Chair).minutes)) {
    const { person, minutes, doers } = chairs[i] as Chair
    const artist = Math.log2(doers & -doers)
    const from = Math.max(free.get(`artist ${artist}`) ?? 0, free.get(`person ${person}`) ?? 0)
    free.set(`artist ${artist}`, from + minutes).set(`person ${person}`, from + minutes)
    laid.artists[i] = artist
    laid.froms[i] = from
    laid.span = Math.max(laid.span, from + minutes)
  }
  return laid
}
