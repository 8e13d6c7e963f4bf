import type { Stream } from '#art/seed.ts'
import type { Spread } from '#db/catalog/catalogue.ts'

export function pickWeighted<T>(stream: Stream, entries: readonly (readonly [T, number])[]): T {
  let sum = 0
  for (const [, weight] of entries) sum += weight
  let left = stream.next() * sum
  for (const [value, weight] of entries) {
    left -= weight
    if (left < 0) return value
  }
  const last = entries.findLast(([, weight]) => weight > 0)
  if (!last) throw new Error('cannot choose from an empty list')
  return last[0]
}

const entriesOf = new WeakMap<object, [string, number][]>()

export function pickShare<K extends string>(stream: Stream, shares: Readonly<Record<K, number>>): K {
  let entries = entriesOf.get(shares)
  if (!entries) {
    entries = Object.entries<number>(shares)
    entriesOf.set(shares, entries)
  }
  return pickWeighted(stream, entries as [K, number][])
}

/** Returns a random number between low and high with the given median, most of them near it. */
export function pickAround(stream: Stream, { low, median, high }: Spread): number {
  const u = stream.between(-1, 1)
  const pull = Math.sign(u) * Math.abs(u) ** 1.6
  return median + pull * (u < 0 ? median - low : high - median)
}
