import { number, toHundredths } from '#contract/format.ts'
import type { Review } from '#contract/providers/providers.ts'

/** A page of reviews as they stand together: each party's as one, anybody else's alone. */
export function byParty<T extends { _id: string; party: { group: string } | null }>(reviews: readonly T[]): T[][] {
  const groups = Map.groupBy(reviews, ({ _id, party }) => (party ? `party ${party.group}` : _id))
  return [...groups.values()]
}

/** Of a page those that say something first, then those of stars alone; a party stays together. */
export function wordsFirst(reviews: readonly Review[]): Review[] {
  const groups = byParty(reviews)
  const says = (group: readonly Review[]) => group.some(({ comments }) => comments !== '')
  return [...groups.filter(says), ...groups.filter((group) => !says(group))].flat()
}

/** How many of the bookings: a party falls on its stars by parts. */
export const partsOf = (n: number): string => (Number.isInteger(n) ? number(n) : String(toHundredths(n)))
