import { bitsOf } from './layout.ts'
import { reduceWaiting, seatPeopleWithin } from './placing.ts'
import type { Chair, ChairLayout } from './waiting.ts'

/**
 * One service of one person with one of several artists. `doers` is a bit mask of that artist's chairs. `sequence` is
 * its order among the person's services, 0 for any.
 */
export type JointBlock = { member: number; person: number; minutes: number; doers: number; sequence: number }

/** `limit` is the earliest start, in minutes before the ready-by time. */
export type JointMember = { chairs: number; limit: number }

/** Minutes before the ready-by time: each block begins at `from` and ends at `to`. */
export type JointLayout = { chairs: number[]; to: number[]; from: number[]; waiting: number }

/** Limit for the exhaustive search, in blocks. */
const jointTryAllUpTo = 7
const mostSteps = 40_000
const rules = 6

/**
 * Seats people who move between artists. No one is with two artists at once, no chair is used twice, no one begins
 * before the limit, and a person's services follow their sequence. Returns null if no layout is found. For few blocks,
 * tries all layouts packed towards the ready-by time and returns the one with the least waiting. For many, prefers a
 * layout without waiting, with whole people in succession; else the best of six heuristics, which place those who wait
 * most again.
 */
export function planJointSeating(blocks: readonly JointBlock[], members: readonly JointMember[]): JointLayout | null {
  if (isOverfull(blocks, members)) return null
  if (blocks.length > jointTryAllUpTo) return manyJointly(blocks, members)
  const best = tryAllRules(blocks, members)
  return best?.waiting === 0 ? best : inEveryOrder(blocks, members, best)
}

/** Returns whether a layout exists, by exhaustive search for few blocks, else by heuristics. */
export function canSeatJointly(blocks: readonly JointBlock[], members: readonly JointMember[]): boolean {
  if (isOverfull(blocks, members)) return false
  const work = computeWork(blocks, members)
  for (let rule = 0; rule < rules; rule++) if (tryRule(rule, blocks, members, work)) return true
  if (blocks.length <= jointTryAllUpTo) return inEveryOrder(blocks, members, null) !== null
  const { chairs, within } = asOneTeam(blocks, members)
  return seatPeopleWithin(chairs, within, Number.MAX_SAFE_INTEGER) !== null
}

function manyJointly(blocks: readonly JointBlock[], members: readonly JointMember[]): JointLayout | null {
  const { chairs, within, firstOf } = asOneTeam(blocks, members)
  const joint = ({ artists, froms, waiting }: ChairLayout): JointLayout => ({
    chairs: artists.map((artist, i) => artist - (firstOf[(blocks[i] as JointBlock).member] as number)),
    to: froms,
    from: froms.map((to, i) => to + (blocks[i] as JointBlock).minutes),
    waiting,
  })
  const whole = seatPeopleWithin(chairs, within, Number.MAX_SAFE_INTEGER)
  if (whole) return joint(whole)
  const best = tryAllRules(blocks, members)
  if (!best || best.waiting === 0) return best
  const artists = best.chairs.map((chair, i) => chair + (firstOf[(blocks[i] as JointBlock).member] as number))
  return joint(reduceWaiting(chairs, within, { artists, froms: best.to }))
}

/** Maps all chairs to one team with individual limits. Time runs back from the ready-by time. */
function asOneTeam(blocks: readonly JointBlock[], members: readonly JointMember[]) {
  const firstOf: number[] = []
  const within: number[] = []
  for (const { chairs, limit } of members) {
    firstOf.push(within.length)
    for (let chair = 0; chair < chairs; chair++) within.push(limit)
  }
  const chairs = blocks.map(({ member, person, minutes, doers, sequence }): Chair => {
    return { person, look: 0, minutes, doers: doers << (firstOf[member] as number), sequence: -sequence }
  })
  return { chairs, within, firstOf }
}

/** Returns whether the work of some chairs, or of one person, exceeds the available time in any layout. */
export function isOverfull(blocks: readonly JointBlock[], members: readonly JointMember[]): boolean {
  const own = new Map<number, number>()
  const masks = members.map(() => new Map<number, number>())
  let most = 0
  for (const { limit } of members) most = Math.max(most, limit)
  for (const { member, person, minutes, doers } of blocks) {
    const work = masks[member] as Map<number, number>
    work.set(doers, (work.get(doers) ?? 0) + minutes)
    own.set(person, (own.get(person) ?? 0) + minutes)
    if (minutes > (members[member] as JointMember).limit) return true
  }
  for (const minutes of own.values()) if (minutes > most) return true
  return members.some(({ chairs, limit }, m) => isTooMuch(masks[m] as Map<number, number>, chairs, limit))
}

/** Returns whether some group of chairs has more exclusive work than time. */
export function isTooMuch(work: ReadonlyMap<number, number>, chairs: number, limit: number): boolean {
  for (let group = 1; group < 1 << chairs; group++) {
    let minutes = 0
    for (const [doers, own] of work) if ((doers & ~group) === 0) minutes += own
    if (minutes > (bitsOf[group] as number) * limit) return true
  }
  return false
}

class Desk {
  readonly personFree: number[]
  readonly chairFree: number[][]

  constructor(blocks: readonly JointBlock[], members: readonly JointMember[]) {
    this.personFree = Array<number>(Math.max(0, ...blocks.map(({ person }) => person)) + 1).fill(0)
    this.chairFree = members.map(({ chairs }) => Array<number>(chairs).fill(0))
  }

  /** Returns the chair that can take a block soonest; among equal ones, the least versatile. */
  chairFor({ member, doers }: JointBlock): number {
    const free = this.chairFree[member] as number[]
    let chosen = -1
    for (let c = 0; c < free.length; c++)
      if (((doers >> c) & 1) === 1 && (chosen < 0 || (free[c] as number) < (free[chosen] as number))) chosen = c
    return chosen
  }
}

function tryAllRules(blocks: readonly JointBlock[], members: readonly JointMember[]): JointLayout | null {
  const work = computeWork(blocks, members)
  let best: JointLayout | null = null
  for (let rule = 0; rule < rules && best?.waiting !== 0; rule++) {
    const laid = tryRule(rule, blocks, members, work)
    if (laid && (!best || laid.waiting < best.waiting)) best = laid
  }
  return best
}

/** Minutes by person and by member. `after` has the blocks that must be laid before each block. */
type Work = { own: readonly number[]; load: readonly number[]; after: readonly (readonly number[])[] }

function computeWork(blocks: readonly JointBlock[], members: readonly JointMember[]): Work {
  const own: number[] = []
  const load = members.map(() => 0)
  for (const { person, member, minutes } of blocks) {
    own[person] = (own[person] ?? 0) + minutes
    load[member] = (load[member] as number) + minutes
  }
  return { own, load, after: doneAfter(blocks) }
}

function tryRule(
  rule: number,
  blocks: readonly JointBlock[],
  members: readonly JointMember[],
  { after, ...work }: Work,
): JointLayout | null {
  const desk = new Desk(blocks, members)
  const left = new Set(blocks.keys())
  const own = [...work.own]
  const load = [...work.load]
  const begun = desk.personFree.map(() => false)
  const laid: JointLayout = { chairs: [], to: [], from: [], waiting: 0 }
  const rank = (b: JointBlock): number => {
    const first = rule >= 3 && begun[b.person] ? 1_000_000 : 0
    if (rule % 3 === 0) return first + (own[b.person] as number) * 1_000 + b.minutes
    if (rule % 3 === 1) return first + (load[b.member] as number) * 1_000 + (own[b.person] as number)
    return first + b.minutes * 1_000 + (own[b.person] as number)
  }
  while (left.size > 0) {
    let [chosen, chosenChair, chosenTo, chosenRank] = [-1, -1, Number.MAX_SAFE_INTEGER, -1]
    for (const i of left) {
      const block = blocks[i] as JointBlock
      if (after[i]?.some((later) => left.has(later))) continue
      const chair = desk.chairFor(block)
      if (chair < 0) return null
      const to = Math.max(
        desk.personFree[block.person] as number,
        (desk.chairFree[block.member] as number[])[chair] as number,
      )
      const ranked = rank(block)
      if (to < chosenTo || (to === chosenTo && ranked > chosenRank)) {
        ;[chosen, chosenChair, chosenTo, chosenRank] = [i, chair, to, ranked]
      }
    }
    const block = blocks[chosen] as JointBlock
    const from = chosenTo + block.minutes
    if (from > (members[block.member] as JointMember).limit) return null
    if (begun[block.person]) laid.waiting += chosenTo - (desk.personFree[block.person] as number)
    placeBlock(desk, block, chosenChair, from)
    begun[block.person] = true
    own[block.person] = (own[block.person] as number) - block.minutes
    load[block.member] = (load[block.member] as number) - block.minutes
    ;[laid.chairs[chosen], laid.to[chosen], laid.from[chosen]] = [chosenChair, chosenTo, from]
    left.delete(chosen)
  }
  return laid
}

function placeBlock(desk: Desk, block: JointBlock, chair: number, from: number): void {
  desk.personFree[block.person] = from
  ;(desk.chairFree[block.member] as number[])[chair] = from
}

/** Returns for each block the person's later blocks by sequence. Time runs back, so those are laid first. */
function doneAfter(blocks: readonly JointBlock[]): (readonly number[])[] {
  const ofPerson = Map.groupBy(blocks.keys(), (i) => (blocks[i] as JointBlock).person)
  return blocks.map(({ person, sequence }) =>
    sequence === 0
      ? []
      : (ofPerson.get(person) as number[]).filter((i) => (blocks[i] as JointBlock).sequence > sequence),
  )
}

/** Tries the blocks in every order of their ends. Every packed layout is one such order. */
function inEveryOrder(
  blocks: readonly JointBlock[],
  members: readonly JointMember[],
  found: JointLayout | null,
): JointLayout | null {
  const desk = new Desk(blocks, members)
  const begun = desk.personFree.map(() => false)
  const now: JointLayout = { chairs: [], to: [], from: [], waiting: 0 }
  const after = doneAfter(blocks).map((later) => later.reduce((mask, i) => mask | (1 << i), 0))
  let best = found
  let steps = 0
  const walk = (taken: number, last: number, waiting: number): void => {
    if (steps++ > mostSteps || best?.waiting === 0 || (best && waiting >= best.waiting)) return
    if (taken === (1 << blocks.length) - 1) {
      best = { chairs: [...now.chairs], to: [...now.to], from: [...now.from], waiting }
      return
    }
    for (const [i, block] of blocks.entries()) {
      if (((taken >> i) & 1) === 1 || ((after[i] as number) & ~taken) !== 0) continue
      const free = desk.chairFree[block.member] as number[]
      const before = desk.personFree[block.person] as number
      const had = begun[block.person] as boolean
      const tried = new Set<number>()
      for (let chair = 0; chair < free.length; chair++) {
        if (((block.doers >> chair) & 1) === 0) continue
        const chairFree = free[chair] as number
        // Equal chairs need only one try.
        const alike = chairFree * 64 + chairsAlike(blocks, block.member, chair)
        if (tried.has(alike)) continue
        tried.add(alike)
        const to = Math.max(before, chairFree)
        const from = to + block.minutes
        if (to < last || from > (members[block.member] as JointMember).limit) continue
        ;[now.chairs[i], now.to[i], now.from[i]] = [chair, to, from]
        placeBlock(desk, block, chair, from)
        begun[block.person] = true
        walk(taken | (1 << i), to, waiting + (had ? to - before : 0))
        begun[block.person] = had
        desk.personFree[block.person] = before
        free[chair] = chairFree
      }
    }
  }
  walk(0, 0, 0)
  return best
}

/** Returns the set of an artist's blocks that a chair could take, as a number. Equal chairs have equal sets. */
function chairsAlike(blocks: readonly JointBlock[], member: number, chair: number): number {
  let first = chair
  for (let other = 0; other < chair; other++)
    if (blocks.every((b) => b.member !== member || ((b.doers >> other) & 1) === ((b.doers >> chair) & 1))) {
      first = other
      break
    }
  return first
}
