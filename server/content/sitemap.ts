import { type directory, type SitemapKind, sitemapPartSize } from '#contract/content/directory.ts'
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
import { isSmallMarket } from './place-pages.queries.ts'
import { refreshPlacesIfDue, smallMarket } from './refresh-places.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { presentPicture } from '#server/providers/index.ts'
import { listPublishedTimes } from './page-editing.queries.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import { defaultCountry } from '#contract/words.ts'
import { listOccasions } from './place-texts.ts'
import {
  artistListSize,
  buildArtistDirectory,
  buildPlaceDirectory,
  directoryKeys,
  getArtistListPath,
  getPlaceListPath,
  listSize,
} from './directory.ts'
import {
  deleteStoredAnswers,
  findStoredAnswer,
  listStoredMarks,
  saveStoredAnswer,
} from '#server/platform/stored-answers.ts'
import { listDefaultTexts } from '#server/content/texts/default-texts.ts'

type Paths = OutputOf<typeof directory.sitemapPart>['paths']

type Parts = OutputOf<typeof directory.sitemap>['parts']

export async function listSitemap(ctx: Context): Promise<OutputOf<typeof directory.sitemap>> {
  await refreshPlacesIfDue(ctx)
  return getCachedAnswer(ctx, 'sitemap', async (inner) => {
    inner.dependsOn('any:provider', 'any:price', 'any:reviews')
    const stored = await findStoredAnswer<Parts>(inner.reads, prefix)
    return { parts: stored ?? (await listParts(inner)).map(({ kind, part, updatedAt }) => ({ kind, part, updatedAt })) }
  })
}

export async function listSitemapPart(
  ctx: Context,
  { kind, part }: InputOf<typeof directory.sitemapPart>,
): Promise<OutputOf<typeof directory.sitemapPart>> {
  ctx.dependsOn('any:provider', 'any:price', 'any:reviews')
  await refreshPlacesIfDue(ctx)
  const stored = await findStoredAnswer<Paths>(ctx.reads, getPartKey(kind, part))
  const paths = stored ?? (await pathsOf[kind](ctx, part))
  if (paths.length === 0) throw new Refusal('not_found')
  return { paths }
}

const prefix = 'sitemap'
const getPartKey = (kind: SitemapKind, part: number): string => `${prefix} ${kind} ${part}`

/**
 * Stores the sitemap and the first pages of the directories of a large market. A file of artists is built again if one
 * of them changed, every other file each time, and each at least daily. A small market has none: it builds them for
 * each request.
 */
export async function storeSitemap(ctx: Context, smallest = smallMarket): Promise<void> {
  const known = await listStoredMarks(ctx.db, prefix)
  const small = await isSmallMarket(ctx.db, smallest)
  const parts = small ? [] : await listParts(ctx)
  const store = (key: string, answer: unknown, mark?: string) =>
    saveStoredAnswer(ctx.db, { key, answer, ...(mark && { mark }) }, ctx.now)
  for (const { kind, part, mark } of parts) {
    const before = known.get(getPartKey(kind, part))
    const isOld = !before || ctx.now.getTime() - before.builtAt.getTime() > DAY_MS
    if (isOld || !mark || before.mark !== mark)
      await store(getPartKey(kind, part), await pathsOf[kind](ctx, part), mark)
  }
  const kept = new Set(parts.map(({ kind, part }) => getPartKey(kind, part)))
  if (small) await deleteStoredAnswers(ctx.db, [...known.keys(), ...Object.values(directoryKeys)])
  else {
    await store(
      prefix,
      parts.map(({ kind, part, updatedAt }) => ({ kind, part, updatedAt })),
    )
    await store(directoryKeys.artists, await buildArtistDirectory(ctx))
    await store(directoryKeys.places, await buildPlaceDirectory(ctx))
    await deleteStoredAnswers(
      ctx.db,
      [...known.keys()].filter((key) => key !== prefix && !kept.has(key)),
    )
  }
}

const DAY_MS = 86_400_000

async function listParts(ctx: Context): Promise<(Parts[number] & { mark?: string })[]> {
  const { database } = ctx
  const lists = await listPaths(ctx)
  const newest = (paths: Paths) => paths.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), '')
  return [
    { kind: 'pages', part: 1, updatedAt: newest(await listSitePaths(ctx)) },
    ...(await listIndexedParts(database, sitemapPartSize)).map(({ part, changed_on }) => ({
      kind: 'places' as const,
      part,
      updatedAt: changed_on,
    })),
    ...Array.from({ length: Math.ceil(lists.length / sitemapPartSize) }, (_, i) => ({
      kind: 'lists' as const,
      part: i + 1,
      updatedAt: newest(lists.slice(i * sitemapPartSize, (i + 1) * sitemapPartSize)),
    })),
    ...(await listArtistParts(ctx.db, sitemapPartSize)).map(({ part, changed_on, mark }) => ({
      kind: 'artists' as const,
      part,
      updatedAt: changed_on,
      mark,
    })),
  ]
}

const pathsOf: Record<SitemapKind, (ctx: Context, part: number) => Promise<Paths>> = {
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
