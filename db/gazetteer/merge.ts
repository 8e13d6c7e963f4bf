import type { PlaceKind } from './places.ts'
import { searchText } from './search-text.ts'

export type Draft = {
  country: string
  kind: PlaceKind
  name: string
  lat: number
  lng: number
  slug?: string
  locality?: string
  region?: string
  population?: number
  tz?: string
  /** Part of the label between name and town or region: a town's county, a postcode's neighbourhood. */
  area?: string
  metres?: number
  also?: readonly string[]
}

export function measureKilometres(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const radians = Math.PI / 180
  const h =
    Math.sin(((b.lat - a.lat) * radians) / 2) ** 2 +
    Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(((b.lng - a.lng) * radians) / 2) ** 2
  return 12_742 * Math.asin(Math.sqrt(h))
}

const sameWithinKilometres = 6

/**
 * Merges several lists by priority. A later source adds population and region to an existing place, never a duplicate.
 */
export function merge(sources: readonly (readonly Draft[])[]): Draft[] {
  const byName = new Map<string, Draft[]>()
  const all: Draft[] = []
  for (const source of sources) {
    for (const draft of source) {
      const key = `${draft.country} ${searchText(draft.name)}`
      const known = byName.get(key) ?? []
      const twin = known.find((other) => measureKilometres(other, draft) < sameWithinKilometres)
      if (twin) {
        twin.region ??= draft.region
        twin.also ??= draft.also
        twin.population = Math.max(twin.population ?? 0, draft.population ?? 0)
        continue
      }
      byName.set(key, [...known, draft])
      all.push(draft)
    }
  }
  return all
}

export type Nearby = { around(point: { lat: number; lng: number }, km: number): Draft[] }

export function indexByLocation(drafts: readonly Draft[]): Nearby {
  const cell = (lat: number, lng: number) => `${Math.floor(lat * 4)} ${Math.floor(lng * 4)}`
  const cells = Map.groupBy(drafts, (draft) => cell(draft.lat, draft.lng))
  return {
    around(point, km) {
      const high = km / 111
      const wide = high / Math.max(0.1, Math.cos((point.lat * Math.PI) / 180))
      const found: Draft[] = []
      for (let lat = point.lat - high; lat <= point.lat + high + 0.25; lat += 0.25)
        for (let lng = point.lng - wide; lng <= point.lng + wide + 0.25; lng += 0.25)
          found.push(...(cells.get(cell(lat, lng)) ?? []))
      return found.filter((draft) => measureKilometres(point, draft) <= km)
    },
  }
}

export function findNearestTown(grid: Nearby, draft: Draft): Draft | undefined {
  for (const km of [5, 15, 45, 135, 400]) {
    const found = grid
      .around(draft, km)
      .filter((town) => town.country === draft.country && town.region && town !== draft)
    if (found.length)
      return found.reduce((best, town) =>
        measureKilometres(draft, town) < measureKilometres(draft, best) ? town : best,
      )
  }
  return undefined
}
