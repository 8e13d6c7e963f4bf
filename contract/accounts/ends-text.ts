import { formatCount } from '#contract/words.ts'
import type { EndEffects } from './ends.ts'

export const addEnds = (one: EndEffects, other: EndEffects | null): EndEffects =>
  other
    ? {
        requests: one.requests + other.requests,
        offers: one.offers + other.offers,
        holds: one.holds + other.holds,
        waiting: one.waiting + other.waiting,
        bookings: one.bookings + other.bookings,
      }
    : one

const things = [
  ['requests', 'request', 'requests'],
  ['offers', 'offer', 'offers'],
  ['holds', 'booking in progress', 'bookings in progress'],
  ['waiting', 'waiting-list place', 'waiting-list places'],
] as const

/** Returns the counts as text, '2 requests and 1 offer'; null if all are zero. */
export function formatEnds(ends: EndEffects): string | null {
  const parts = things.flatMap(([name, one, other]) => (ends[name] > 0 ? [formatCount(ends[name], one, other)] : []))
  const last = parts.pop()
  if (last === undefined) return null
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}
