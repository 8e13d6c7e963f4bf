import type { Minor } from '#contract/money.ts'
import { limits } from '#contract/constants.ts'
import type { Fees } from '#contract/fees.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import type { Database } from '#db/database.ts'
import { loadSquaresAround } from './around.ts'
import {
  type CellSnapshot,
  getFeeAt,
  field,
  hasFlag,
  hasSkill,
  readCellNumber,
  getReviewSum,
  unpackServiceNo,
  findSkillBit,
} from './cell-snapshot.ts'
import { countries, countryShift, flag } from './square-queries.ts'
import { earthMetres, toSpherePoint } from './sphere.ts'
import { computeBayesianRating } from './ranking.ts'

/** A place to count artists for. Artists based within `ownMetres` of its centre belong to it, wherever they travel. */
export type ReachQuery = {
  lat: number
  lng: number
  countryCode: string
  ownMetres: number
  /** `visit` qualifies an artist for the page; `makeup` and `hair` get separate prices. */
  services: { visit: readonly number[]; makeup: readonly number[]; hair: readonly number[] }
  fees: Fees
  skills: readonly string[]
  kinds: readonly (readonly number[])[]
  best: number
}

type ReachedArtist = {
  no: number
  featured: boolean
  reviewCount: number
  reviewSum: number
  /**
   * The first visit service in the catalogue that the artist offers, with its price in whole units, for the 'from'
   * label.
   */
  lead: { no: number; price: number }
  metres: number
}

/** Artists who reach a place: counts, lowest prices in whole units and the top few. */
export type Reach = {
  artists: number
  travelling: number
  skilled: readonly number[]
  nearestMetres: number | null
  least: number | null
  leastMinor: Minor | null
  makeup: number | null
  makeupAndHair: number | null
  /** Day since 1970 of the first artist's start, and second of the last change; 0 if none. */
  since: number
  changed: number
  best: readonly ReachedArtist[]
  kinds: readonly boolean[]
}

const studioMetres = 16_000

/** `since` and `changed` as in `Reach`. */
export type KindCount = { artists: number; leastMinor: Minor; since: number; changed: number }

/** Counts all categories in one pass over loaded squares. */
export function countKinds(
  squares: readonly CellSnapshot[],
  place: Pick<ReachQuery, 'lat' | 'lng' | 'countryCode' | 'ownMetres' | 'kinds'>,
): KindCount[] {
  const counts = place.kinds.map(
    (): KindCount => ({
      artists: 0,
      leastMinor: Number.POSITIVE_INFINITY,
      since: Number.POSITIVE_INFINITY,
      changed: 0,
    }),
  )
  const bits = kindBits(place.kinds)
  const metresTo = distances(place)
  for (const cell of squares) {
    const { count, columns, services } = cell
    for (let row = 0; row < count; row++) {
      if (metresTo(cell, row) < 0) continue
      let seen = 0
      const to = columns[field.servicesTo * count + row] as number
      for (let at = columns[field.servicesFrom * count + row] as number; at < to; at += 2) {
        const kinds = bits[unpackServiceNo(services[at] as number)] as number
        if (kinds === 0) continue
        seen |= kinds
        const cost = services[at + 1] as number
        for (let k = 0; k < counts.length; k++) {
          const own = counts[k] as KindCount
          if ((kinds >>> k) & 1 && cost < own.leastMinor) own.leastMinor = cost
        }
      }
      for (let k = 0; seen !== 0 && k < counts.length; k++) {
        if (((seen >>> k) & 1) === 0) continue
        const own = counts[k] as KindCount
        own.artists++
        own.since = Math.min(own.since, columns[field.since * count + row] as number)
        own.changed = Math.max(own.changed, columns[field.changed * count + row] as number)
      }
    }
  }
  return counts
}

function kindBits(kinds: readonly (readonly number[])[]): Uint32Array {
  const bits = new Uint32Array(256)
  kinds.forEach((nos, k) => {
    for (const no of nos) bits[no] = (bits[no] as number) | (1 << k)
  })
  return bits
}

/** Returns the distance of a base from a place it reaches, or -1. */
function distances({
  lat,
  lng,
  countryCode,
  ownMetres,
}: Pick<ReachQuery, 'lat' | 'lng' | 'countryCode' | 'ownMetres'>): (cell: CellSnapshot, row: number) => number {
  const country = countries.indexOf(countryCode)
  const [x, y, z] = toSpherePoint(lat, lng)
  const mostSquared = chord(limits.candidateRadiusMetres)
  return ({ count, columns, points }, row) => {
    const dx = (points[row] as number) - x
    const dy = (points[count + row] as number) - y
    const dz = (points[2 * count + row] as number) - z
    const squared = dx * dx + dy * dy + dz * dz
    const flags = columns[field.flags * count + row] as number
    if (squared > mostSquared || flags >>> countryShift !== country) return -1
    const metres = 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(squared) / 2))
    return metres <= ownMetres ||
      ((flags & flag.mobile) !== 0 && metres <= (columns[field.radius * count + row] as number)) ||
      ((flags & flag.studio) !== 0 && metres <= studioMetres)
      ? metres
      : -1
  }
}

type Remembered = { versions: Float64Array; reach: Reach }
const remembered = new WeakMap<Database, Map<string, Remembered>>()
const mostRemembered = 2_000

/** Returns the artists who take jobs at a place. Cached by the versions of the surrounding squares. */
export async function getReach(database: Database, query: ReachQuery): Promise<Reach> {
  const squares = await loadSquaresAround(database, query)
  const known = remembered.get(database) ?? new Map<string, Remembered>()
  remembered.set(database, known)
  const key = JSON.stringify({ ...query, fees: query.fees.mark })
  const versions = Float64Array.from(squares, ({ version }) => version)
  const last = known.get(key)
  const same = last?.versions.length === versions.length && last.versions.every((version, i) => version === versions[i])
  const reach = last && same ? last.reach : computeReach(squares, query)
  known.delete(key)
  known.set(key, { versions, reach })
  if (known.size > mostRemembered) known.delete(known.keys().next().value as string)
  return reach
}

/** Pure function over loaded squares; allocates only the artists shown. */
export function computeReach(squares: readonly CellSnapshot[], query: ReachQuery): Reach {
  const metresTo = distances(query)
  const kindsOf = kindBits(query.kinds)
  const [visit, makeup, hair] = [
    marked(query.services.visit),
    marked(query.services.makeup),
    marked(query.services.hair),
  ]
  const bits = query.skills.map(findSkillBit)
  const skilled = bits.map(() => 0)
  const best: (ReachedArtist & { rank: number })[] = []
  let [artists, travelling, nearest, since, changed] = [0, 0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]
  let kinds = 0
  let [least, leastMinor, leastMakeup, leastBoth] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]

  for (const cell of squares) {
    const { count, columns, services } = cell
    for (let row = 0; row < count; row++) {
      const metres = metresTo(cell, row)
      if (metres < 0) continue
      const flags = columns[field.flags * count + row] as number

      let [own, ownMakeup, ownHair] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
      let [leadNo, leadMinor] = [Number.POSITIVE_INFINITY, 0]
      const to = columns[field.servicesTo * count + row] as number
      for (let at = columns[field.servicesFrom * count + row] as number; at < to; at += 2) {
        const no = unpackServiceNo(services[at] as number)
        const cost = services[at + 1] as number
        kinds |= kindsOf[no] as number
        if (visit[no] && cost < own) own = cost
        if (visit[no] && no < leadNo) [leadNo, leadMinor] = [no, cost]
        if (makeup[no] && cost < ownMakeup) ownMakeup = cost
        if (hair[no] && cost < ownHair) ownHair = cost
      }
      if (own === Number.POSITIVE_INFINITY) continue

      artists++
      if ((flags & flag.mobile) !== 0) travelling++
      if (metres < nearest) nearest = metres
      const { percent } = getFeeAt(query.fees, cell, row)
      if (own < leastMinor) leastMinor = own
      least = Math.min(least, computeUnitsWithFee(own, percent))
      leastMakeup = Math.min(leastMakeup, computeUnitsWithFee(ownMakeup, percent))
      if (ownMakeup + ownHair < Number.POSITIVE_INFINITY)
        leastBoth = Math.min(leastBoth, computeUnitsWithFee(ownMakeup, percent) + computeUnitsWithFee(ownHair, percent))
      since = Math.min(since, columns[field.since * count + row] as number)
      changed = Math.max(changed, columns[field.changed * count + row] as number)
      for (let i = 0; i < bits.length; i++)
        if (bits[i] !== undefined && hasSkill(cell, row, bits[i] as number)) skilled[i] = (skilled[i] as number) + 1
      if (query.best > 0) {
        const lead = { no: leadNo, price: computeUnitsWithFee(leadMinor, percent) }
        insertBest(best, query.best, cell, row, metres, lead, (flags & flag.featured) !== 0, metres <= query.ownMetres)
      }
    }
  }
  const known = (value: number) => (value === Number.POSITIVE_INFINITY ? null : value)
  return {
    artists,
    travelling,
    skilled,
    nearestMetres: known(nearest),
    least: known(least),
    leastMinor: known(leastMinor),
    makeup: known(leastMakeup),
    makeupAndHair: known(leastBoth),
    since: artists ? since : 0,
    changed,
    best: best.map(({ rank: _, ...artist }) => artist),
    kinds: query.kinds.map((_, k) => ((kinds >>> k) & 1) === 1),
  }
}

const chord = (metres: number): number => (2 * Math.sin(metres / earthMetres / 2)) ** 2

function marked(nos: readonly number[]): Uint8Array {
  const marks = new Uint8Array(256)
  for (const no of nos) marks[no] = 1
  return marks
}

/** Artists based in the place first, then featured ones, then those with pictures of work, by rating, by distance. */
function insertBest(
  best: (ReachedArtist & { rank: number })[],
  size: number,
  cell: CellSnapshot,
  row: number,
  metres: number,
  lead: ReachedArtist['lead'],
  featured: boolean,
  isLocal: boolean,
): void {
  const reviewCount = readCellNumber(cell, row, field.reviews)
  const reviewSum = getReviewSum(cell, row)
  const rank =
    computeBayesianRating(reviewCount, reviewSum) +
    (hasFlag(cell, row, flag.hasWork) ? 5 : 0) +
    (featured ? 10 : 0) +
    (isLocal ? 100 : 0)
  const last = best[size - 1]
  if (last && (last.rank > rank || (last.rank === rank && last.metres <= metres))) return
  const no = readCellNumber(cell, row, field.no)
  let at = best.length
  while (at > 0 && isBefore(rank, metres, no, best[at - 1] as ReachedArtist & { rank: number })) at--
  best.splice(at, 0, { no, featured, reviewCount, reviewSum, lead, metres, rank })
  if (best.length > size) best.pop()
}

const isBefore = (rank: number, metres: number, no: number, other: ReachedArtist & { rank: number }): boolean =>
  rank !== other.rank ? rank > other.rank : metres !== other.metres ? metres < other.metres : no < other.no
