import type { SortBy } from '#contract/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { field, flag, hasSkill, skillAt, skillBit, stride } from './cell-snapshot.ts'
import type { Filters } from './filters.ts'
import { fits } from './match.ts'
import type { Candidate } from './match-providers.ts'
import { Prices } from './prices.ts'
import { type Pricing, totalUnits } from './pricing.ts'
import { searchPoints } from './ranking.ts'
import { type Act, groupOf, statusOf } from './status.ts'
import { type Place, TopPlaces } from './top-places.ts'

/** A candidate in one of the two lists, with what decides its place there. */
export type Entry = Place & { candidate: Candidate; mode: Mode; fit: number; act: Act | null; totalMinor: number | null }

export type Arranged = {
  entries: Entry[]
  /** Who fits and passes the filters. */
  shown: number
  /** The middle price of all who fit, in minor units; 0 where nobody does. */
  middleMinor: number
  /** Lowest and highest price of all who fit. */
  rangeMinor: [number, number] | null
  more: boolean
}

export type Arrangement = {
  pricing: Pricing; acts: ReadonlyMap<number, Act>; filters: Filters; sortBy: SortBy; after: Place | null; pageSize: number
}

/** One list of a search: filtered, in the order asked for, a page of it, with exact counts. */
export function arrange(candidates: readonly Candidate[], mode: Mode, how: Arrangement): Arranged {
  const skills = how.filters.skills.map(skillBit)
  const prices = new Prices(candidates.length)
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i] as Candidate
    if (candidate[mode] === fits) prices.add(i, totalUnits(candidate, mode, how.pricing))
  }
  const middleMinor = prices.middle * 100

  const top = new TopPlaces<Entry>(how.pageSize, how.after)
  let shown = 0
  if (!how.filters.mode || how.filters.mode === mode) {
    for (let i = 0; i < candidates.length; i++) {
      const candidate = candidates[i] as Candidate
      const fit = candidate[mode]
      if (fit === null) continue
      const totalMinor = fit === fits ? prices.at(i) * 100 : null
      if (!passes(candidate, totalMinor, how, skills)) continue
      if (totalMinor !== null) shown++
      const act = how.acts.size === 0 ? null : (how.acts.get(candidate.no) ?? null)
      const group = groupFor(candidate, totalMinor !== null, act, how.sortBy)
      if (top.isClosedTo(group)) continue
      const key = keyOf(how.sortBy, candidate, totalMinor, middleMinor)
      if (top.takes(group, key, candidate.no)) top.add({ candidate, mode, fit, act, totalMinor, no: candidate.no, group, key })
    }
  }
  return { entries: top.list, shown, middleMinor, more: top.more, rangeMinor: prices.range && [prices.range[0] * 100, prices.range[1] * 100] }
}

function passes(c: Candidate, totalMinor: number | null, { filters, pricing, acts }: Arrangement, skills: readonly number[]): boolean {
  const { rows } = c.cell
  const flags = rows[c.at + field.flags] as number
  if (filters.instant && (totalMinor === null || c.from === null || ((flags & flag.instant) === 0 && acts.get(c.no) !== 'offered'))) return false
  if (filters.featured && (flags & flag.featured) === 0) return false
  if (filters.price && (totalMinor === null || totalMinor < filters.price.from * 100 || totalMinor > filters.price.to * 100)) return false
  if (filters.rating !== undefined && averageOf(c) < filters.rating) return false
  if (filters.distance !== undefined && c.metres > filters.distance * pricing.metresPerUnit) return false
  for (const bit of skills) if (!hasSkill(c.cell, c.row, bit)) return false
  return true
}

// Whoever sorts by price wants one row of prices: what can be had stands together then, whether it is booked at once or asked for.
function groupFor(c: Candidate, fitting: boolean, act: Act | null, sortBy: SortBy): number {
  const flags = c.cell.rows[c.at + field.flags] as number
  const featured = (flags & flag.featured) !== 0
  if (!fitting && act === null) return groupOf('unavailable', featured)
  if (act === null && sortBy !== 'recommended') return groupOf('offered', false)
  return groupOf(statusOf({ act, fits: fitting, instant: (flags & flag.instant) !== 0, hasTime: c.from !== null, inDemand: false, covidTrained: false }), featured)
}

/** Lower comes first. */
function keyOf(sortBy: SortBy, c: Candidate, totalMinor: number | null, middleMinor: number): number {
  if (sortBy === 'price') return totalMinor ?? c.metres
  if (sortBy === 'nearest') return c.metres
  if (sortBy === 'mostBooked') return -(c.cell.rows[c.at + field.bookings] as number)
  if (sortBy === 'rating') return -averageOf(c) - (c.cell.rows[c.at + field.reviews] as number) / 1e7
  return -((c.cell.points[c.row * 4 + 3] as number) + searchPoints(c.metres, totalMinor, middleMinor))
}

function averageOf(c: Candidate): number {
  const reviews = c.cell.rows[c.at + field.reviews] as number
  return reviews === 0 ? 0 : (c.cell.rows[c.at + field.reviewSum] as number) / reviews
}

/** How many of those who fit, either way, have each skill. */
export function skillCounts(candidates: readonly Candidate[]): Map<string, number> {
  const counts = new Int32Array(128)
  for (const { cell, row, mobile, studio } of candidates) {
    if (mobile !== fits && studio !== fits) continue
    for (let word = 0; word < 4; word++) {
      for (let bits = cell.rows[row * stride + field.skills + word] as number; bits !== 0; bits &= bits - 1) {
        const bit = word * 32 + 31 - Math.clz32(bits & -bits)
        counts[bit] = (counts[bit] as number) + 1
      }
    }
  }
  const named = new Map<string, number>()
  for (const [bit, count] of counts.entries()) if (count > 0) named.set(skillAt(bit), count)
  return named
}
