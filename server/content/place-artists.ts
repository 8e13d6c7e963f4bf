import type { SeoPage } from '#contract/content/content.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { AddressedPlace } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { listCellsAround, type Reach } from '#server/search/index.ts'
import { buildArtistCards, formatCity } from './place-data.ts'
import {
  type ArtistBase,
  type AreaReview,
  listArtistBases,
  listReviewsOfArea,
  listReviewsOfArtists,
} from './place-pages.queries.ts'
import { eventsByName, type EventSlug, slugify } from './place-texts.ts'
import { getReviewRadius } from './refresh-places.ts'

/** Number of reached artists among whom the residents are found by the name of their area. */
export const candidateArtists = 64
const shownArtists = 8
const shownReviews = 3
const shownOccasionReviews = 6

type Chosen = {
  artists: Reach['best']
  bases: ReadonlyMap<number, ArtistBase>
  reviews: AreaReview[]
  /** True if all chosen artists are based in the place. */
  allResident: boolean
}

/**
 * Chooses the artists and reviews that a place page shows. Residents and their reviews come first, so that two
 * neighbouring places differ: those of a city from its areas in turn, and on the page of an occasion those with most
 * reviews of it.
 */
export async function chooseArtists(
  ctx: Context,
  place: AddressedPlace,
  reach: Reach,
  { categoryId, event }: { categoryId: number; event: EventSlug | null },
): Promise<Chosen> {
  const bases = await listArtistBases(
    ctx.database,
    reach.best.map(({ no }) => no),
  )
  const names = new Set([place.slug, slugify(formatCity(place))])
  const isResident = ({ no }: { no: number }) => {
    const base = bases.get(no)
    return base !== undefined && (names.has(slugify(base.area)) || names.has(slugify(base.city)))
  }
  const { resident = [], other = [] } = Object.groupBy(reach.best, (artist) =>
    isResident(artist) ? 'resident' : 'other',
  )
  const eventNames = event && [...eventsByName].flatMap(([name, slug]) => (slug === event ? [name] : []))
  const rows = resident.length
    ? await listReviewsOfArtists(
        ctx.database,
        resident.map(({ no }) => no),
        categoryId,
        eventNames,
        event ? shownOccasionReviews : 1,
      )
    : []
  const byArtist = Map.groupBy(rows, ({ no }) => no)
  const count = ({ no }: { no: number }) => byArtist.get(no)?.length ?? 0
  const ordered = event
    ? resident.toSorted((a, b) => count(b) - count(a))
    : takeInTurn([...Map.groupBy(resident, ({ no }) => bases.get(no)?.area).values()], resident.length)
  const artists = [...ordered, ...other].slice(0, shownArtists)
  const own = takeInTurn(
    ordered.map(({ no }) => byArtist.get(no) ?? []),
    event ? shownOccasionReviews : shownReviews,
  )
  return {
    artists,
    bases,
    reviews: own.length > 0 || event ? own : await listAreaReviews(ctx, place, categoryId),
    allResident: artists.length > 0 && artists.every(isResident),
  }
}

/** Takes the first of each list, then the second of each. */
function takeInTurn<T>(lists: readonly (readonly T[])[], most: number): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1)))
    .flat()
    .slice(0, most)
}

async function listAreaReviews(ctx: Context, place: AddressedPlace, categoryId: number): Promise<AreaReview[]> {
  const cells = nearestFirst(listCellsAround(place.lat, place.lng, getReviewRadius(place)), place)
  const seen = new Set<number>()
  return (await listReviewsOfArea(ctx.database, cells, categoryId, 24))
    .filter(({ no }) => !seen.has(no) && seen.add(no))
    .slice(0, shownReviews)
}

// The grid of the SQL function `cell_of`: squares of 0.1 degrees, row by row from the south-west.
const nearestFirst = (cells: readonly number[], { lat, lng }: { lat: number; lng: number }): number[] => {
  const off = (cell: number) =>
    Math.abs(Math.floor(cell / 3600) / 10 - 89.95 - lat) +
    Math.abs((cell % 3600) / 10 - 179.95 - lng) * Math.cos((lat * Math.PI) / 180)
  return cells.toSorted((a, b) => off(a) - off(b))
}

export async function presentArtists(
  ctx: Context,
  catalog: Catalog,
  { artists, bases }: Chosen,
  currency: string,
): Promise<{ shown: SeoPage['providers']; media: SeoPage['media'] }> {
  const rows = artists.map((artist) => ({
    no: artist.no,
    featured: artist.featured,
    review_count: artist.reviewCount,
    review_sum: artist.reviewSum,
    price_from: artist.lead.price,
    price_of: artist.lead.no,
  }))
  const { shown, more } = await buildArtistCards(ctx.database, catalog, rows, {
    now: ctx.now,
    currency: () => currency,
    bases,
  })
  return { shown, media: more.slice(0, shownArtists) }
}
