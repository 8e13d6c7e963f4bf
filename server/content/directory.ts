import { defaults } from '#contract/constants.ts'
import type { directory, PlaceDirectory } from '#contract/content/directory.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Country } from '#contract/words.ts'
import { getCatalog, getCatalogIn, getFees, listOfferedServices } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import {
  listArtistChunks,
  type ChunkRow,
  listArtistsPage,
  listPlacesPage,
  listPlaceChunks,
} from './directory.queries.ts'
import { getCachedAnswer, listPopularCities } from './place-data.ts'
import { formatCategory, listOccasionLinks, getLandingPath } from './place-texts.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findStoredAnswer } from '#server/platform/stored-answers.ts'

export const listSize = 100

export const listPlaces = (ctx: Context): Promise<PlaceDirectory> =>
  getCachedAnswer(ctx, 'places', async (inner) => {
    inner.dependsOn('any:provider', 'any:price')
    const stored = await findStoredAnswer<PlaceDirectory>(inner.reads, directoryKeys.places)
    return stored ?? buildPlaceDirectory(inner)
  })

/** Keys of the stored first pages of the directories of a large market. */
export const directoryKeys = { artists: 'directory artists', places: 'directory places' }

export async function buildPlaceDirectory(ctx: Context): Promise<PlaceDirectory> {
  const { categories, categoriesById } = await getCatalog(ctx.database)
  const usual = categories.get(defaults.category)
  const places = usual ? await listPopularCities(ctx, usual, { all: 96, ofCountry: 24 }) : []
  const lists = new Map<string, PlaceDirectory['lists'][number]>()
  for (const row of await listPlaceChunks(ctx.database, listSize)) {
    const category = categoriesById.get(row.category_id)
    if (!category) continue
    const key = `${row.country_code} ${row.category_id}`
    const list = lists.get(key) ?? {
      countryCode: row.country_code,
      category: {
        slug: category.slug,
        label: formatCategory(category.slug, category.label, row.country_code as Country),
      },
      parts: [],
    }
    list.parts.push(presentChunk(row, getPlaceListPath(row.country_code, category.slug, row.part)))
    lists.set(key, list)
  }
  return { places, lists: [...lists.values()] }
}

export const getPlaceListPath = (country: string, category: string, part: number): string =>
  `/content/places/${country.toLowerCase()}/${category}/${part}`

const presentChunk = ({ first, last, count }: Pick<ChunkRow, 'first' | 'last' | 'count'>, link: string) => ({
  link,
  from: first,
  to: last,
  count,
})

export const listPlacesOf = (
  ctx: Context,
  input: InputOf<typeof directory.placeList>,
): Promise<OutputOf<typeof directory.placeList>> =>
  getCachedAnswer(ctx, `places ${input.country} ${input.category} ${input.part}`, async (inner) => {
    inner.dependsOn('any:provider', 'any:price')
    const catalog = await getCatalog(inner.database)
    const countryCode = input.country.toUpperCase() as Country
    const category = catalog.categories.get(input.category)
    const market = catalog.markets.get(countryCode)
    const rows = category
      ? await listPlacesPage(inner.database, countryCode, category.id, (input.part - 1) * listSize, listSize)
      : []
    if (!category || !market || rows.length === 0) throw new Refusal('not_found')
    const { usual } = getFees(catalog, countryCode, category.id, inner.now)
    return {
      countryCode,
      countryName: market.name,
      part: input.part,
      parts: Math.ceil((rows[0]?.total ?? 0) / listSize),
      updatedAt: rows.reduce((last, { changed_on }) => (changed_on > last ? changed_on : last), ''),
      category: { slug: category.slug, label: formatCategory(category.slug, category.label, countryCode) },
      places: rows.map(({ label, address, occasions, artists, from_minor }) => ({
        label,
        link: getLandingPath(countryCode, category.slug, address),
        artists,
        minPrice: computeUnitsWithFee(from_minor, usual.percent),
        currency: market.currency,
        events: listOccasionLinks(countryCode, category.slug, address, null).filter(({ event }) =>
          occasions.includes(event),
        ),
      })),
    }
  })

export const artistListSize = 400

export const getArtistListPath = (country: string, part: number): string =>
  `/content/artists/${country.toLowerCase()}/${part}`

export const listArtists = (ctx: Context): Promise<OutputOf<typeof directory.artists>> =>
  getCachedAnswer(ctx, 'artists', async (inner) => {
    inner.dependsOn('any:provider')
    const stored = await findStoredAnswer<OutputOf<typeof directory.artists>>(inner.reads, directoryKeys.artists)
    return stored ?? buildArtistDirectory(inner)
  })

export async function buildArtistDirectory(ctx: Context): Promise<OutputOf<typeof directory.artists>> {
  const lists = new Map<string, OutputOf<typeof directory.artists>['lists'][number]>()
  for (const row of await listArtistChunks(ctx.database, artistListSize)) {
    const list = lists.get(row.country_code) ?? { countryCode: row.country_code, parts: [] }
    list.parts.push(presentChunk(row, getArtistListPath(row.country_code, row.part)))
    lists.set(row.country_code, list)
  }
  return { lists: [...lists.values()] }
}

export const listArtistsOf = (
  ctx: Context,
  { country, part }: InputOf<typeof directory.artistList>,
): Promise<OutputOf<typeof directory.artistList>> =>
  getCachedAnswer(ctx, `artists ${country} ${part}`, async (inner) => {
    inner.dependsOn('any:provider')
    const countryCode = country.toUpperCase()
    const rows = await listArtistsPage(inner.database, countryCode, (part - 1) * artistListSize, artistListSize)
    if (rows.length === 0) throw new Refusal('not_found')
    return {
      countryCode,
      countryName: (await getCatalog(inner.database)).markets.get(countryCode)?.name ?? countryCode,
      part,
      parts: Math.ceil((rows[0]?.total ?? 0) / artistListSize),
      updatedAt: rows.reduce((last, { changed_on }) => (changed_on > last ? changed_on : last), ''),
      artists: rows.map(({ slug, name, area }) => ({ slug, name, area })),
    }
  })

export async function listCategories(
  ctx: Context,
  { country, language }: InputOf<typeof directory.categories>,
): Promise<OutputOf<typeof directory.categories>> {
  const { categories } = await getCatalogIn(ctx.database, language)
  return {
    categories: [...categories.values()]
      .filter((category) => listOfferedServices(category, country).length > 0)
      .map(({ slug, label }) => ({ slug, label: language === 'en' ? formatCategory(slug, label, country) : label })),
  }
}
