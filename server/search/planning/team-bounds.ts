import type { Party } from './party.ts'
import type { Member } from './member.ts'

/** Candidates per service tried in teams of three. */
const triedForThree = 10

/** Returns the candidates for teams of three, ascending: the cheapest and the most available per service. */
export function chooseTriedInThrees(party: Party, pool: readonly Member[], fixed: readonly number[]): number[] {
  const tried = new Set(fixed)
  const of = (m: number) => pool[m] as Member
  for (const w of party.wanted.keys()) {
    const able = [...pool.keys()].filter((m) => of(m).minutes[w] !== 0)
    for (const order of [
      (m: number) => (of(m).units[w] as number) + of(m).comeUnits,
      (m: number) => -(of(m).artists * of(m).room) / (of(m).minutes[w] as number),
    ])
      for (const m of able.toSorted((a, b) => order(a) - order(b) || a - b).slice(0, triedForThree)) tried.add(m)
  }
  return [...tried].sort((a, b) => a - b)
}

export type BoundedTeam = { team: number[]; least: number }

/** Yields the feasible teams of two or three with a lower bound of their price, cheapest first. */
export function* listBoundedTeams(
  party: Party,
  pool: readonly Member[],
  some: readonly number[],
  two: boolean,
  fixed: readonly number[],
): Generator<BoundedTeam> {
  const bounds = new Bounds(party, pool, some)
  const count = some.length
  const keys: number[] = []
  const free = fixed.map((m) => some.indexOf(m))
  const has = (a: number, b: number, c: number) => free.every((f) => f === a || f === b || f === c)
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++)
      for (let c = two ? count - 1 : b + 1; c < count; c++) {
        const third = two ? b : c
        if (free.length > 0 && !has(a, b, third)) continue
        const least = bounds.of(a, b, third)
        // Packs price and members into one number, which sorts faster than objects.
        if (least >= 0) keys.push(least * 2 ** 30 + (a << 20) + (b << 10) + third)
      }
  for (const key of Float64Array.from(keys).sort()) {
    const who = key % 2 ** 30
    const places = [who >> 20, (who >> 10) & 1023, who & 1023]
    const team = (two ? places.slice(0, 2) : places).map((place) => some[place] as number)
    yield { team, least: Math.floor(key / 2 ** 30) }
  }
}

/**
 * Lower bounds of price and time for two or three members, in columns because tens of thousands of pairs are tested.
 */
class Bounds {
  readonly #wants: number
  readonly #units: Float64Array
  readonly #minutes: Float64Array
  readonly #copies: Float64Array
  readonly #members: readonly Member[]

  constructor(party: Party, pool: readonly Member[], some: readonly number[]) {
    this.#wants = party.wanted.length
    this.#members = some.map((m) => pool[m] as Member)
    this.#copies = Float64Array.from(party.copies)
    const column = (of: (member: Member, want: number) => number) =>
      Float64Array.from(this.#members.flatMap((member) => party.wanted.map((_, w) => of(member, w))))
    this.#units = column(({ minutes, units }, w) =>
      minutes[w] === 0 ? Number.POSITIVE_INFINITY : (units[w] as number),
    )
    this.#minutes = column(({ minutes }, w) => minutes[w] || Number.POSITIVE_INFINITY)
  }

  /** Returns whole units, or -1 if infeasible: a service without a doer, or too little room. */
  of(a: number, b: number, c: number): number {
    const wants = this.#wants
    let units = 0
    let work = 0
    for (let w = 0; w < wants; w++) {
      const [i, j, k] = [a * wants + w, b * wants + w, c * wants + w]
      const copies = this.#copies[w] as number
      units += copies * Math.min(this.#units[i] as number, this.#units[j] as number, this.#units[k] as number)
      work += copies * Math.min(this.#minutes[i] as number, this.#minutes[j] as number, this.#minutes[k] as number)
    }
    if (units === Number.POSITIVE_INFINITY) return -1
    let room = 0
    let come = 0
    let floors = 0
    for (const place of b === c ? [a, b] : [a, b, c]) {
      const member = this.#members[place] as Member
      room += member.artists * member.room
      come += member.comeUnits
      floors += Math.max(member.comeUnits, member.leastUnits)
    }
    return work > room ? -1 : Math.max(units + come, floors)
  }
}
