import { demandLeast, limits } from '#contract/constants.ts'
import type { Minor } from '#contract/money.ts'
import { type CellSnapshot, field, hoursAt, serviceNo } from '#server/search/matching/cell-snapshot.ts'
import { countries, countryShift, flag } from '#server/search/matching/square-queries.ts'
import { leadOf, type OwnHours, windowsOn } from '#server/providers/index.ts'
import { earthMetres, onSphere } from '#server/search/matching/sphere.ts'

/** An artist who could come to a point, or has a studio near it: what a visit costs at least, in whole units, and how far ahead and how late they are booked. */
export type Within = { no: number; from: number; noticeDays: number; horizonDays: number; hours: OwnHours | null }

/** The price of what an artist of a square earns, in whole units. */
type UnitsOf = (square: CellSnapshot, row: number, costMinor: Minor) => number

/** Everybody around a point whom a search there would find, before anything is asked of their day. */
export function artistsWithin(
  squares: readonly CellSnapshot[],
  {
    lat,
    lng,
    countryCode,
    visits,
    unitsOf,
  }: { lat: number; lng: number; countryCode: string; visits: readonly number[]; unitsOf: UnitsOf },
): Within[] {
  const country = countries.indexOf(countryCode)
  const [x, y, z] = onSphere(lat, lng)
  const wanted = new Set(visits)
  const found: Within[] = []
  for (const square of squares) {
    const { count, columns, points, services } = square
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
      let least = -1
      for (let s = at(field.servicesFrom, row); s < at(field.servicesTo, row); s += 2) {
        const no = serviceNo(services[s] as number)
        if (!wanted.has(no) || (services[s + 1] as number) >= leastMinor) continue
        leastMinor = services[s + 1] as number
        least = no
      }
      if (leastMinor === Number.POSITIVE_INFINITY) continue
      const hours = hoursAt(square, row)
      const usual = { noticeHours: at(field.notice, row), horizonDays: at(field.horizon, row) }
      // The price that a day is said to begin at is this service's, and so is what it is asked for how early.
      const { noticeHours, horizonDays } = hours ? leadOf(hours, [least], usual) : usual
      const from = unitsOf(square, row, leastMinor)
      found.push({ no: at(field.no, row), from, noticeDays: Math.ceil(noticeHours / 24), horizonDays, hours })
    }
  }
  return found.sort((a, b) => a.no - b.no)
}

/** 32 bits in which every bit of a number has its say, the same each time: the last step of MurmurHash3. */
function mixed(n: number): number {
  const once = Math.imul(n ^ (n >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}

const mostAsked = 600
const cheapestAsked = 200

/** Whose diaries are read: everybody's, or of very many artists an even choice, and besides the cheapest, so that 'from' stays exact. */
export function askedOf(within: readonly Within[]): { even: readonly Within[]; cheapest: readonly Within[] } {
  if (within.length <= mostAsked) return { even: within, cheapest: within }
  return {
    even: evenChoice(within, mostAsked),
    cheapest: within.toSorted((a, b) => a.from - b.from || a.no - b.no).slice(0, cheapestAsked),
  }
}

/** So many of them, each as likely as any other and in their order (Knuth's selection sampling): whatever comes round among them is met as often as it is there. */
function evenChoice<T>(all: readonly T[], count: number): T[] {
  const chosen: T[] = []
  for (const [i, one] of all.entries())
    if (mixed(i + 1) * (all.length - i) < (count - chosen.length) * 2 ** 32) chosen.push(one)
  return chosen
}

/** A day from tomorrow on: how many have the whole of it free, the least of them, and whether few are left. */
export type FreeDay = { free: number; from: number | null; few: boolean }

/** Counts day after day, from the one after `today` (since 1970) on, who has nothing in their diary, works and takes bookings so far ahead; `busy` says who is taken, by how many days ahead. */
export function countFree(
  { even, cheapest }: ReturnType<typeof askedOf>,
  busy: ReadonlyMap<number, ReadonlySet<number>>,
  days: number,
  today: number,
): FreeDay[] {
  const byPrice = cheapest.toSorted((a, b) => a.from - b.from)
  return Array.from({ length: days }, (_, i) => {
    const ahead = i + 1
    const taken = busy.get(ahead)
    const open = ({ noticeDays, horizonDays, hours }: Within) =>
      ahead >= noticeDays && ahead <= horizonDays && (!hours || windowsOn(hours, today + ahead).length > 0)
    const isFree = (artist: Within) => open(artist) && !taken?.has(artist.no)
    const takers = even.filter(open)
    const free = takers.filter(isFree).length
    return {
      free,
      from: byPrice.find(isFree)?.from ?? null,
      few: takers.length >= demandLeast.reaching && takers.length - free >= demandLeast.booked * takers.length,
    }
  })
}
