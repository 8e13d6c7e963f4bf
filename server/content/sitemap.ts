import { type directory, sitemapPartSize } from '#contract/content/directory.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import {
  listArtistChunks,
  listArtistParts,
  listArtistsOfPart,
  findNewestChange,
  listPlaceChunks,
} from './directory.queries.ts'
import { countIndex, listIndexedPages, listIndexedParts } from './page-index.queries.ts'
import { formatCity, getCityPicture, getCachedAnswer } from './place-data.ts'
import { refreshPlacesIfDue } from './refresh-places.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { presentPicture } from '#server/providers/index.ts'
import { listPublishedTimes } from './page-editing.queries.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import { defaultCountry } from '#contract/words.ts'
import { listOccasions } from './place-texts.ts'
import { getArtistListPath, artistListSize, listSize, getPlaceListPath } from './directory.ts'
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
          ...parts('places', await listIndexedParts(database, sitemapPartSize)),
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
  places: listPlacePaths,
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

/** Static pages that change with the market, and those that only a release or an operator changes. */
const ofTheMarket = ['/', '/content/places', '/content/artists', '/offers']
const asMade = [
  '/fr',
  '/halloween',
  '/happy-place',
  '/lessons',
  '/coming-soon',
  '/providers/notifications-app',
  '/join',
]
const textsOfTheMarket = new Set(['reviews', 'gallery'])

const forAll = { country: null, pictures: [] }

/** Returns static pages. The day of one that only a release changes is unknown, unless an operator edited it. */
async function listSitePaths({ database }: Context): Promise<Paths> {
  const edited = await listPublishedTimes(database.reads)
  const newest = (await findNewestChange(database)) ?? ''
  const later = (a: string, b: string) => (a > b ? a : b)
  const day = (path: string, made: string) => later(dayOf(edited, path), made)
  return [
    ...ofTheMarket.map((path) => ({ path, updatedAt: day(path, newest), ...forAll })),
    ...asMade.map((path) => ({ path, updatedAt: day(path, ''), ...forAll })),
    ...listDefaultTexts().map(({ slug, updated }) => ({
      path: `/content/${slug}`,
      updatedAt: day(`/content/${slug}`, textsOfTheMarket.has(slug) ? later(newest, updated) : updated),
      ...forAll,
    })),
  ]
}

const dayOf = (edited: ReadonlyMap<string, Date>, path: string): string =>
  edited.get(path)?.toISOString().slice(0, 10) ?? ''

async function listPlacePaths({ database }: Context, part: number): Promise<Paths> {
  const edited = await listPublishedTimes(database.reads)
  return (await listIndexedPages(database, part, sitemapPartSize)).map(
    ({ path, country_code, name, label, changed_on }) => ({
      path,
      updatedAt: dayOf(edited, path) > changed_on ? dayOf(edited, path) : changed_on,
      country: country_code,
      pictures: [getCityPicture(formatCity({ name, label })).src],
    }),
  )
}

async function listPaths(ctx: Context): Promise<Paths> {
  const { categoriesById } = await getCatalog(ctx.database)
  const places = (await listPlaceChunks(ctx.database, listSize)).flatMap(
    ({ country_code, category_id, part, changed_on }) => {
      const category = categoriesById.get(category_id)
      return category
        ? [{ path: getPlaceListPath(country_code, category.slug, part), country: country_code, updatedAt: changed_on }]
        : []
    },
  )
  const artists = (await listArtistChunks(ctx.database, artistListSize)).map(({ country_code, part, changed_on }) => ({
    path: getArtistListPath(country_code, part),
    country: country_code,
    updatedAt: changed_on,
  }))
  return [...places, ...artists].map((listed) => ({ ...listed, pictures: [] }))
}

/** Counts the pages that search engines may index, and the place pages and occasions that they may not. */
export async function countIndexedPages(ctx: Context): Promise<OutputOf<typeof operatorPages.indexed>> {
  const counts = await countIndex(ctx.db)
  const pages = (await listSitePaths(ctx)).length + (await listPaths(ctx)).length
  const { artists, indexed_places: places, indexed_occasions: occasions } = counts
  return {
    indexed: { artists, places, occasions, pages, total: artists + places + occasions + pages },
    notIndexed: {
      places: counts.places - places,
      occasions: counts.places * listOccasions(defaultCountry).length - occasions,
    },
  }
}
