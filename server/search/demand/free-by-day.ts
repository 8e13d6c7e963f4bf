import type { Minor } from '#contract/money.ts'
import { demandLeast, limits } from '#contract/constants.ts'
import {
  type CellSnapshot,
  countries,
  countryShift,
  field,
  flag,
  serviceNo,
} from '#server/search/matching/cell-snapshot.ts'
import { earthMetres, onSphere } from '#server/search/matching/match-providers.ts'

/** An artist who could come to a point, or has a studio near it: what a visit costs at least, and how far ahead and how late they are booked. */
export type Within = { no: number; leastMinor: Minor; noticeDays: number; horizonDays: number }

/** Everybody around a point whom a search there would find, before anything is asked of their day. */
export function artistsWithin(
  squares: readonly CellSnapshot[],
  { lat, lng, countryCode, visits }: { lat: number; lng: number; countryCode: string; visits: readonly number[] },
): Within[] {
  const country = countries.indexOf(countryCode)
  const [x, y, z] = onSphere(lat, lng)
  const wanted = new Set(visits)
  const found: Within[] = []
  for (const { count, columns, points, services } of squares) {
    const at = (column: number, row: number) => columns[column * count + row] as number
    for (let row = 0; row < count; row++) {
      const flags = at(field.flags, row)
      if (flags >> countryShift !== country) continue
      const dx = (points[row] as number) - x
      const dy = (points[count + row] as number) - y
      const dz = (points[2 * count + row] as number) - z
      const metres = Math.round(2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(dx * dx + dy * dy + dz * dz) / 2)))
      if (metres > limits.candidateRadiusMetres) continue
      const comes = (flags & flag.mobile) !== 0 && metres <= at(field.radius, row)
      if (!comes && (flags & flag.studio) === 0) continue
      let leastMinor = Number.POSITIVE_INFINITY
      for (let s = at(field.servicesFrom, row); s < at(field.servicesTo, row); s += 2)
        if (wanted.has(serviceNo(services[s] as number))) leastMinor = Math.min(leastMinor, services[s + 1] as number)
      if (leastMinor === Number.POSITIVE_INFINITY) continue
      found.push({
        no: at(field.no, row),
        leastMinor,
        noticeDays: Math.ceil(at(field.notice, row) / 24),
        horizonDays: at(field.horizon, row),
      })
    }
  }
  return found.sort((a, b) => a.no - b.no)
}

const mostAsked = 600
const cheapestAsked = 200

/** Whose diaries are read: everybody's, or of very many artists an even choice, and besides the cheapest, so that 'from' stays exact. */
export function askedOf(within: readonly Within[]): { even: readonly Within[]; cheapest: readonly Within[] } {
  if (within.length <= mostAsked) return { even: within, cheapest: within }
  const start = (i: number) => Math.floor((i * within.length) / mostAsked)
  // One of each stretch, not always its first: whatever comes round as often as a stretch would be asked alone, or never.
  const anyOf = (i: number) => start(i) + ((Math.imul(i + 1, 2_654_435_761) >>> 8) % (start(i + 1) - start(i)))
  return {
    even: Array.from({ length: mostAsked }, (_, i) => within[anyOf(i)] as Within),
    cheapest: within.toSorted((a, b) => a.leastMinor - b.leastMinor || a.no - b.no).slice(0, cheapestAsked),
  }
}

/** A day from tomorrow on: how many have the whole of it free, the least of them, and whether few are left. */
export type FreeDay = { free: number; leastMinor: Minor | null; few: boolean }

/** Counts day after day who has nothing in their diary and takes bookings so far ahead; `busy` says who is taken, by how many days ahead. */
export function countFree(
  { even, cheapest }: ReturnType<typeof askedOf>,
  busy: ReadonlyMap<number, ReadonlySet<number>>,
  days: number,
): FreeDay[] {
  const byPrice = cheapest.toSorted((a, b) => a.leastMinor - b.leastMinor)
  return Array.from({ length: days }, (_, i) => {
    const ahead = i + 1
    const taken = busy.get(ahead)
    const open = ({ noticeDays, horizonDays }: Within) => ahead >= noticeDays && ahead <= horizonDays
    const isFree = (artist: Within) => open(artist) && !taken?.has(artist.no)
    const takers = even.filter(open)
    const free = takers.filter(isFree).length
    return {
      free,
      leastMinor: byPrice.find(isFree)?.leastMinor ?? null,
      few: takers.length >= demandLeast.reaching && takers.length - free >= demandLeast.booked * takers.length,
    }
  })
}
