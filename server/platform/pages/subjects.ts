import { countries, type Country } from '#contract/words.ts'

/** Changed tables of a provider (`invalidate_pages` in the database). `self` affects the profile page only. */
export type Part = 'provider' | 'price' | 'pictures' | 'reviews' | 'self'

/** Artists of a map square whose change affects pages around. */
type Nearby = { country: string; cities: readonly string[]; lat: number; lng: number /** Metres. */; reach: number }

export type Invalidation = {
  all?: boolean
  gone?: readonly string[]
  old?: readonly string[]
  part?: Part
  artists?: readonly string[]
  near?: Nearby
}

/** A place whose page shows the artists around it. */
export type PlaceSubject = {
  country: string
  city: string
  lat: number
  lng: number
  own?: number
}

/** Subject of a page or response: an artist, a part of all artists, the artists around a place, or anything. */
export type Subject = `artist:${string}` | `any:${Exclude<Part, 'self'>}` | 'anything' | PlaceSubject

export type DependsOn = (...subjects: readonly Subject[]) => void

const EARTH_M = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

function metres(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const half =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(half)))
}

const reaches = (near: Nearby, place: PlaceSubject): boolean =>
  near.country === place.country &&
  ((place.city !== '' && near.cities.includes(place.city)) ||
    metres(near, place) <= Math.max(near.reach, place.own ?? 0))

export function isInvalidatedBy(news: Invalidation, key: string, subjects: Iterable<Subject>): boolean {
  if (news.all || news.gone?.includes(stripCountry(key)) || news.old?.some((prefix) => key.startsWith(prefix)))
    return true
  if (!news.part) return false
  for (const subject of subjects) {
    if (
      typeof subject === 'object'
        ? news.near && reaches(news.near, subject)
        : subject === 'anything' ||
          subject === `any:${news.part}` ||
          (subject.startsWith('artist:') && news.artists?.includes(subject.slice(7)))
    )
      return true
  }
  return false
}

const squareOf = (country: string, lat: number, lng: number) => `${country} ${lat} ${lng}`

const countryKept = /\?country=[a-z]{2}$/

export const stripCountry = (key: string): string => key.replace(countryKept, '')

const keysOf = (path: string): string[] => [path, ...countries.map((country) => getPageCacheKey(path, country))]

export const getPageCacheKey = (path: string, country: Country): string => `${path}?country=${country.toLowerCase()}`

export class SubjectIndex {
  readonly #subjects = new Map<string, readonly Subject[]>()
  // Keys by tag, city and one-degree square.
  readonly #under = new Map<string, Set<string>>()

  get size(): number {
    return this.#under.size
  }

  put(key: string, subjects: Iterable<Subject>): void {
    this.drop(key)
    const kept = [...subjects]
    this.#subjects.set(key, kept)
    for (const name of namesOf(kept)) {
      const keys = this.#under.get(name)
      if (keys) keys.add(key)
      else this.#under.set(name, new Set([key]))
    }
  }

  drop(key: string): void {
    const subjects = this.#subjects.get(key)
    if (!subjects) return
    this.#subjects.delete(key)
    for (const name of namesOf(subjects)) {
      const keys = this.#under.get(name)
      keys?.delete(key)
      if (keys?.size === 0) this.#under.delete(name)
    }
  }

  touched(news: Invalidation): Set<string> {
    if (news.all || news.old?.length)
      return new Set(
        [...this.#subjects].filter(([key, subjects]) => isInvalidatedBy(news, key, subjects)).map(([key]) => key),
      )
    const found = new Set(news.gone?.flatMap((path) => keysOf(path).filter((key) => this.#subjects.has(key))))
    const take = (name: string) => {
      for (const key of this.#under.get(name) ?? []) {
        if (!found.has(key) && isInvalidatedBy(news, key, this.#subjects.get(key) ?? [])) found.add(key)
      }
    }
    if (news.part) for (const name of ['anything', `any:${news.part}`]) take(name)
    for (const slug of news.artists ?? []) take(`artist:${slug}`)
    if (news.near) for (const name of aroundOf(news.near)) take(name)
    return found
  }
}

const namesOf = (subjects: readonly Subject[]): string[] =>
  subjects.flatMap((subject) =>
    typeof subject === 'string'
      ? subject
      : [...aroundOf({ ...subject, cities: [subject.city], reach: subject.own ?? 0 })],
  )

// Rounding tolerance of 0.1 m at square borders.
const HAIR_DEGREES = 1e-6

function* aroundOf({ country, cities, lat, lng, reach }: Nearby): Generator<string> {
  for (const city of cities) yield `${country} ${city}`
  const north = reach / 111_195 + HAIR_DEGREES
  const east = north / Math.max(0.1, Math.cos(radians(Math.min(89, Math.abs(lat) + north))))
  for (let row = Math.floor(lat - north); row <= Math.floor(lat + north); row++) {
    for (let column = Math.floor(lng - east); column <= Math.floor(lng + east); column++)
      yield squareOf(country, row, column)
  }
}
