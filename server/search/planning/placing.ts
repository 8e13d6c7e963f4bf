import { bitsOf } from './layout.ts'
import type { Chair, ChairLayout } from './waiting.ts'

/** Above this number of services for one person, tries only rotations and reversals instead of all orders. */
const everyOrderUpTo = 3

type Placing = { order: readonly number[]; artists: number[]; froms: number[]; waiting: number; end: number }

/**
 * Returns the shortest layout found without waiting. Places whole people in succession, each where they finish soonest,
 * in four orders. Stops at the first layout within `enough` minutes.
 */
export const seatPeople = (chairs: readonly Chair[], artists: number, enough = 0): ChairLayout =>
  seatPeopleWithin(chairs, Array<number>(artists).fill(Number.MAX_SAFE_INTEGER), enough) as ChairLayout

/** Same, with a time limit per artist. Returns null if no order fits. */
export function seatPeopleWithin(chairs: readonly Chair[], within: readonly number[], enough = 0): ChairLayout | null {
  const people = peopleOf(chairs)
  const own = (chairsOf: readonly number[]) => chairsOf.reduce((sum, i) => sum + (chairs[i] as Chair).minutes, 0)
  const scarce = (chairsOf: readonly number[]) =>
    Math.min(...chairsOf.map((i) => bitsOf[(chairs[i] as Chair).doers] as number)) * 10_000 - own(chairsOf)
  const orders = [
    () => people.toSorted((a, b) => own(b) - own(a)),
    () => people.toSorted((a, b) => scarce(a) - scarce(b)),
    () => people,
    () => people.toSorted((a, b) => own(a) - own(b)),
  ]
  let best: ChairLayout | null = null
  for (const order of orders) {
    const laid = inOrder(chairs, within, order())
    if (laid && (!best || laid.span < best.span)) best = laid
    if (best && best.span <= enough) break
  }
  return best
}

/**
 * Reduces waiting within each artist's limit: removes one person at a time and places them where they wait least, while
 * that helps.
 */
export function reduceWaiting(
  chairs: readonly Chair[],
  within: readonly number[],
  before: Pick<ChairLayout, 'artists' | 'froms'>,
): ChairLayout {
  const taken: number[][] = within.map(() => [])
  const { artists: by, froms } = { artists: [...before.artists], froms: [...before.froms] }
  const minutesOf = (i: number) => (chairs[i] as Chair).minutes
  for (const i of chairs.keys()) occupy(taken[by[i] as number] as number[], froms[i] as number, minutesOf(i))
  const people = peopleOf(chairs).filter((own) => own.length > 1)
  const ends = (own: readonly number[]) => Math.max(...own.map((i) => (froms[i] as number) + minutesOf(i)))
  const waits = (own: readonly number[]) =>
    ends(own) - Math.min(...own.map((i) => froms[i] as number)) - own.reduce((sum, i) => sum + minutesOf(i), 0)
  for (let helped = true; helped; ) {
    helped = false
    for (const own of people.toSorted((a, b) => waits(b) - waits(a))) {
      const waited = waits(own)
      if (waited === 0) break
      for (const i of own) vacate(taken[by[i] as number] as number[], froms[i] as number)
      const placing = placed(chairs, taken, own, within)
      const better = placing !== null && placing.waiting < waited
      if (better)
        for (const [k, i] of placing.order.entries()) {
          by[i] = placing.artists[k] as number
          froms[i] = placing.froms[k] as number
        }
      for (const i of own) occupy(taken[by[i] as number] as number[], froms[i] as number, minutesOf(i))
      helped ||= better
    }
  }
  const first = Math.min(...froms)
  return {
    artists: by,
    froms: froms.map((from) => from - first),
    waiting: people.reduce((sum, own) => sum + waits(own), 0),
    span: ends([...chairs.keys()]) - first,
  }
}

const peopleOf = (chairs: readonly Chair[]): number[][] => [
  ...Map.groupBy(chairs.keys(), (i) => (chairs[i] as Chair).person).values(),
]

function occupy(times: number[], from: number, minutes: number): void {
  const at = times.findIndex((time) => time > from)
  times.splice(at < 0 ? times.length : at, 0, from, from + minutes)
}

function vacate(times: number[], from: number): void {
  for (let at = 0; at < times.length; at += 2) if (times[at] === from) times.splice(at, 2)
}

function inOrder(
  chairs: readonly Chair[],
  within: readonly number[],
  people: readonly (readonly number[])[],
): ChairLayout | null {
  const taken: number[][] = within.map(() => [])
  const laid: ChairLayout = { artists: [], froms: [], waiting: 0, span: 0 }
  for (const own of people) {
    const placing = sideBySide(chairs, taken, own, within)
    if (!placing) return null
    for (const [k, i] of placing.order.entries()) {
      laid.artists[i] = placing.artists[k] as number
      laid.froms[i] = placing.froms[k] as number
      occupy(taken[placing.artists[k] as number] as number[], placing.froms[k] as number, (chairs[i] as Chair).minutes)
    }
    laid.span = Math.max(laid.span, placing.end)
  }
  return laid
}

/** Returns the placement of a person with the least waiting, then the earliest end. Null if none fits. */
function placed(
  chairs: readonly Chair[],
  taken: readonly number[][],
  own: readonly number[],
  within: readonly number[],
): Placing | null {
  let best = sideBySide(chairs, taken, own, within)
  if (best) return best
  for (const order of inSequence(chairs, ordersOf(own))) {
    const placing = apart(chairs, taken, order, within)
    if (
      placing &&
      (!best || placing.waiting < best.waiting || (placing.waiting === best.waiting && placing.end < best.end))
    )
      best = placing
  }
  return best
}

/** Places a person's services in succession, in the order that ends soonest. */
function sideBySide(
  chairs: readonly Chair[],
  taken: readonly number[][],
  own: readonly number[],
  within: readonly number[],
): Placing | null {
  let best: Placing | null = null
  for (const order of inSequence(chairs, ordersOf(own))) {
    const placing = soonest(chairs, taken, order, within)
    if (placing && (!best || placing.end < best.end)) best = placing
  }
  return best
}

/** Places a person's services in succession, as soon as all fit. */
function soonest(
  chairs: readonly Chair[],
  taken: readonly number[][],
  order: readonly number[],
  within: readonly number[],
): Placing | null {
  const starts = new Set([0])
  let offset = 0
  for (const i of order) {
    const { doers, minutes } = chairs[i] as Chair
    for (let a = 0; a < taken.length; a++) {
      const times = taken[a] as number[]
      if (((doers >> a) & 1) === 1)
        for (let at = 1; at < times.length; at += 2)
          if ((times[at] as number) >= offset) starts.add((times[at] as number) - offset)
    }
    offset += minutes
  }
  const latest = Math.max(...within) - offset
  for (const start of [...starts].sort((a, b) => a - b)) {
    if (start > latest) return null
    const artists: number[] = []
    const froms: number[] = []
    let from = start
    for (const i of order) {
      const artist = freeArtist(taken, chairs[i] as Chair, from, within)
      if (artist < 0) break
      artists.push(artist)
      froms.push(from)
      from += (chairs[i] as Chair).minutes
    }
    if (artists.length === order.length) return { order, artists, froms, waiting: 0, end: from }
  }
  return null
}

/**
 * Places a person's services with gaps: each as early as possible after the previous one, then as late as the next one
 * allows.
 */
function apart(
  chairs: readonly Chair[],
  taken: readonly number[][],
  order: readonly number[],
  within: readonly number[],
): Placing | null {
  let best: Placing | null = null
  for (const start of endsFor(taken, chairs[order[0] as number] as Chair, 0)) {
    const artists: number[] = []
    const froms: number[] = []
    let free = start
    for (const i of order) {
      const chair = chairs[i] as Chair
      const from = endsFor(taken, chair, free).find((at) => freeArtist(taken, chair, at, within) >= 0)
      if (from === undefined) break
      artists.push(freeArtist(taken, chair, from, within))
      froms.push(from)
      free = from + chair.minutes
    }
    if (artists.length < order.length) continue
    for (let k = order.length - 2; k >= 0; k--) {
      const { minutes } = chairs[order[k] as number] as Chair
      const next = (taken[artists[k] as number] as number[]).find(
        (time, at) => at % 2 === 0 && time >= (froms[k] as number),
      )
      const until = Math.min(
        froms[k + 1] as number,
        next ?? Number.MAX_SAFE_INTEGER,
        within[artists[k] as number] as number,
      )
      froms[k] = Math.max(froms[k] as number, until - minutes)
    }
    const own = order.reduce((sum, i) => sum + (chairs[i] as Chair).minutes, 0)
    const placing = { order, artists, froms, waiting: free - (froms[0] as number) - own, end: free }
    if (!best || placing.waiting < best.waiting) best = placing
  }
  return best
}

/** Returns the times from `start` on at which an artist who can do this service finishes another one. */
function endsFor(taken: readonly number[][], { doers }: Chair, start: number): number[] {
  const ends = [start]
  for (let a = 0; a < taken.length; a++)
    if (((doers >> a) & 1) === 1)
      for (let at = 1; at < (taken[a] as number[]).length; at += 2)
        if (((taken[a] as number[])[at] as number) > start) ends.push((taken[a] as number[])[at] as number)
  return ends.sort((a, b) => a - b)
}

function freeArtist(
  taken: readonly number[][],
  { doers, minutes }: Chair,
  from: number,
  within: readonly number[],
): number {
  for (let a = 0; a < taken.length; a++) {
    if (((doers >> a) & 1) === 0 || from + minutes > (within[a] as number)) continue
    const times = taken[a] as number[]
    let free = true
    for (let at = 0; at < times.length && free; at += 2)
      free = (times[at] as number) >= from + minutes || (times[at + 1] as number) <= from
    if (free) return a
  }
  return -1
}

/** Returns the orders that respect the sequence of the services, without duplicates. */
function inSequence(chairs: readonly Chair[], orders: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const sequenceOf = (i: number): number => chairs[i]?.sequence ?? 0
  const sequenced = (orders[0] ?? []).filter((i) => sequenceOf(i) !== 0)
  if (sequenced.length < 2) return orders
  const once = new Map<string, readonly number[]>()
  for (const order of orders) {
    const next = order.filter((i) => sequenceOf(i) !== 0).sort((a, b) => sequenceOf(a) - sequenceOf(b))
    const laid = order.map((i) => (sequenceOf(i) === 0 ? i : (next.shift() as number)))
    once.set(laid.join(), laid)
  }
  return [...once.values()]
}

function ordersOf(chairsOf: readonly number[]): readonly (readonly number[])[] {
  if (chairsOf.length > everyOrderUpTo)
    return chairsOf.flatMap((_, at) => {
      const turned = [...chairsOf.slice(at), ...chairsOf.slice(0, at)]
      return [turned, turned.toReversed()]
    })
  if (chairsOf.length < 2) return [chairsOf]
  return chairsOf.flatMap((first, at) => ordersOf(chairsOf.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}
