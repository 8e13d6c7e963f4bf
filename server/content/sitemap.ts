import { type directory, sitemapPartSize } from '#contract/content/directory.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import {
  listArtistChunks,
  listArtistParts,
  listArtistsOfPart,
  listFirstCities,
  findNewestChange,
  listPages,
  type PartPlace,
  listPlaceChunks,
  listPlaceParts,
  listPlacesOfPart,
} from './directory.queries.ts'
import { formatCity, getCityPicture, getCachedAnswer } from './place-data.ts'
import { refreshPlacesIfDue } from './refresh-places.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { presentPicture } from '#server/providers/index.ts'
import { listPublishedTimes } from './page-editing.queries.ts'
import { defaults } from '#contract/constants.ts'
import type { Country } from '#contract/words.ts'
import { listOccasions, getLandingPath } from './place-texts.ts'
import { getArtistListPath, artistListSize, listSize, getPlaceListPath } from './directory.ts'
import { listPlacesNearby } from './place-pages.queries.ts'
import { listDefaultTexts } from '#server/content/texts/default-texts.ts'

type Paths = OutputOf<typeof directory.sitemapPart>['paths']

export const listSitemap = (ctx: Context): Promise<OutputOf<typeof directory.sitemap>> =>
  refreshPlacesIfDue(ctx).then(() =>
    getCachedAnswer(ctx, 'sitemap', async (inner) => {
      inner.dependsOn('any:provider', 'any:price', 'any:reviews')
      const { database } = inner
      const lists = await listPaths(inner)
      const newest = (paths: Paths) => paths.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), '')
      const parts = (kind: 'places' | 'artists', rows: readonly { part: number; changed_on: string }[]) =>
        rows.map(({ part, changed_on }) => ({ kind, part, updatedAt: changed_on }))
      return {
        parts: [
          { kind: 'pages' as const, part: 1, updatedAt: newest(await listSitePaths(inner)) },
          ...parts('places', await listPlaceParts(database, placesOfAPart)),
          ...Array.from({ length: Math.ceil(lists.length / sitemapPartSize) }, (_, i) => ({
            kind: 'lists' as const,
            part: i + 1,
            updatedAt: newest(lists.slice(i * sitemapPartSize, (i + 1) * sitemapPartSize)),
          })),
          ...parts('artists', await listArtistParts(database, sitemapPartSize)),
        ],
      }
    }),
  )

export async function listSitemapPart(
  ctx: Context,
  { kind, part }: InputOf<typeof directory.sitemapPart>,
): Promise<OutputOf<typeof directory.sitemapPart>> {
  ctx.dependsOn('any:provider', 'any:price', 'any:reviews')
  await refreshPlacesIfDue(ctx)
  const paths = await pathsOf[kind](ctx, part)
  if (paths.length === 0) throw new Refusal('not_found')
  return { paths }
}

const pathsOf: Record<InputOf<typeof directory.sitemapPart>['kind'], (ctx: Context, part: number) => Promise<Paths>> = {
  pages: async (ctx, part) => (part === 1 ? listSitePaths(ctx) : []),
  places: async (ctx, part) => {
    const edited = await listPublishedTimes(ctx.reads)
    const catalog = await getCatalog(ctx.database)
    return (await listPlacesOfPart(ctx.database, part, placesOfAPart)).flatMap((row) =>
      listPlacePaths(catalog, row, true, edited),
    )
  },
  lists: async (ctx, part) => (await listPaths(ctx)).slice((part - 1) * sitemapPartSize, part * sitemapPartSize),
  artists: async (ctx, part) =>
    (await listArtistsOfPart(ctx.database, part, sitemapPartSize)).map(
      ({ slug, country_code, changed_on, pictures }) => ({
        path: `/@/${slug}`,
        updatedAt: changed_on,
        country: country_code,
        pictures: pictures.map((media) => presentPicture(media, 'tall').src),
      }),
    ),
}

/** Pages per place: its own and one per occasion, equal in every country. */
const pagesOfPlace = 1 + listOccasions('GB').length

const placesOfAPart = Math.floor(sitemapPartSize / pagesOfPlace)

const areasOfACity = 4

/** Static pages that change with the market, and those with a fixed date. */
const ofTheMarketToo = ['/', '/content/places', '/content/artists', '/offers']

const asMade = {
  day: '2026-11-20',
  paths: [
    '/halloween',
    '/happy-place',
    '/lessons',
    '/coming-soon',
    '/providers/notifications-app',
    '/join',
    '/nails/join-us',
    '/providers/join-us',
    ...['mua', 'sg', 'now', 'makeup', 'hair', 'nails', 'bridal', 'braids', 'lashes', 'brows', 'lessons'].map(
      (product) => `/join-${product}`,
    ),
    ...['1', '2', '3', '4', '5', 'mobile', 'studio'].map((name) => `/hairdressers/join-us-${name}`),
  ],
}

const forAll = { country: null, pictures: [] }

const ofTheMarket = new Set(['reviews', 'gallery'])

function listPlacePaths(
  catalog: Catalog,
  { country_code, category_id, address, name, label, changed_on }: PartPlace,
  occasions: boolean,
  edited: ReadonlyMap<string, Date>,
): Paths {
  const category = catalog.categoriesById.get(category_id)
  if (!category) return []
  const pictures = [getCityPicture(formatCity({ name, label })).src]
  return [null, ...(occasions ? listOccasions(country_code) : [])].map((event) => {
    const path = getLandingPath(country_code, category.slug, address, event)
    const words = edited.get(path)?.toISOString().slice(0, 10) ?? ''
    return { path, updatedAt: words > changed_on ? words : changed_on, country: country_code as Country, pictures }
  })
}

/** Returns static pages and, per country, the first city with occasions, categories and main areas. */
async function listSitePaths(ctx: Context): Promise<Paths> {
  const { database } = ctx
  const catalog = await getCatalog(database)
  const category = catalog.categories.get(defaults.category)
  const edited = await listPublishedTimes(database.reads)
  const newest = (await findNewestChange(database)) ?? asMade.day
  const later = (a: string, b: string) => (a > b ? a : b)
  const day = (path: string, made: string) => later(edited.get(path)?.toISOString().slice(0, 10) ?? '', made)
  const paths: Paths = [
    ...ofTheMarketToo.map((path) => ({ path, updatedAt: day(path, newest), ...forAll })),
    ...asMade.paths.map((path) => ({ path, updatedAt: day(path, asMade.day), ...forAll })),
    ...listDefaultTexts().map(({ slug, updated }) => ({
      path: `/content/${slug}`,
      updatedAt: day(`/content/${slug}`, ofTheMarket.has(slug) ? later(newest, updated) : updated),
      ...forAll,
    })),
  ]
  if (!category) return paths
  for (const city of await listFirstCities(database, category.id)) {
    const areas = await listPlacesNearby(
      database,
      { placeId: city.id, country: city.country_code, lat: city.lat, lng: city.lng, categoryId: category.id },
      areasOfACity,
    )
    const rows = await listPages(database, city.country_code, [city.address, ...areas.map(({ address }) => address)])
    for (const row of rows) {
      const here = row.address === city.address
      if (here || row.category_id === category.id)
        paths.push(...listPlacePaths(catalog, row, here && row.category_id === category.id, edited))
    }
  }
  return paths
}

async function listPaths(ctx: Context): Promise<Paths> {
  const catalog = await getCatalog(ctx.database)
  const newest = (await findNewestChange(ctx.database)) ?? asMade.day
  const places = (await listPlaceChunks(ctx.database, listSize)).flatMap(({ country_code, category_id, part }) => {
    const category = catalog.categoriesById.get(category_id)
    return category
      ? [{ path: getPlaceListPath(country_code, category.slug, part), country: country_code as Country }]
      : []
  })
  const artists = (await listArtistChunks(ctx.database, artistListSize)).map(({ country_code, part }) => ({
    path: getArtistListPath(country_code, part),
    country: country_code as Country,
  }))
  return [...places, ...artists].map((listed) => ({ ...listed, updatedAt: newest, pictures: [] }))
}
