import { type CatalogCategory, offeredIn, visitsIn } from '#server/catalog/index.ts'
import type { ReachQuery } from '#server/search/index.ts'

/** The services that count on a category's pages in a country. */
export function reachServices(category: CatalogCategory, country: string): ReachQuery['services'] {
  const visits = visitsIn(category, country)
  const nos = (of: typeof visits) => of.map(({ no }) => no)
  return {
    visit: nos(visits),
    makeup: nos(offeredIn(category, country).filter(({ id }) => id === 'makeup')),
    hair: nos(visits.filter(({ serviceTypeId }) => serviceTypeId === 'hair')),
  }
}

/** The services of each category that make somebody an artist of its pages. */
export const visitsOf = (categories: readonly CatalogCategory[], country: string): number[][] =>
  categories.map((category) => [...reachServices(category, country).visit])

type Extent = { kind: string; population: number; metres: number | null }

/** Reviews of bookings this near belong to a place, or within a city. */
export const reviewMetres = (place: Extent): number => Math.max(ownMetres(place), 5_000)

/** How far a place reaches from its middle: a district by what it is, a city by its people, anything else a short walk. */
export const ownMetres = ({ kind, population, metres }: Extent): number =>
  metres ?? (kind === 'place' ? Math.min(25_000, Math.max(2_500, 8.4 * Math.sqrt(population))) : 2_500)
