import type { Database } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { AnswerCache } from '#server/platform/pages/answer-cache.ts'
import { subscribeToNews } from '#server/platform/pages/page-news.ts'
import { artVersion, spreadCoverScenes } from '#contract/pictures/drawn.ts'
import type { CustomerReview, PopularPlace, ProviderSummary } from '#contract/content/content.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { type Catalog, type CatalogCategory, getCatalog, getFees } from '#server/catalog/index.ts'
import { getLandingPath, slugify } from './place-texts.ts'
import { listHomeCities } from './place-pages.queries.ts'
import { refreshPlacesIfDue } from './refresh-places.ts'
import { toHundredths } from '#contract/format.ts'
import type { Picture } from '#contract/values.ts'
import { getToday } from '#server/platform/event-day.ts'
import { roundPosition } from '#server/places/index.ts'
import { type CardRow, listCardRows, createPlaceholder, hasBadge, presentPicture } from '#server/providers/index.ts'
import type { PraiseRow } from './home.queries.ts'

// Maximum cache age, for figures that change with time only: lead times and recent prices.
const FRESH_MS = 120_000
const MOST = 1_000

const held = new WeakMap<Database, AnswerCache>()

/** Caches the response of `make` for up to two minutes, unless its declared subjects are invalidated. */
export function getCachedAnswer<T>(ctx: Context, key: string, make: (ctx: Context) => Promise<T>): Promise<T> {
  return answersOf(ctx.database).getOrCompute(key, ctx.now.getTime(), ctx.dependsOn, (about) =>
    make({ ...ctx, dependsOn: about }),
  )
}

function answersOf(database: Database): AnswerCache {
  const known = held.get(database)
  if (known) return known
  const answers = new AnswerCache({ freshMs: FRESH_MS, most: MOST })
  held.set(database, answers)
  subscribeToNews(database, (news) => answers.invalidate(news)).catch(() => held.delete(database))
  return answers
}

/**
 * Returns the cities with the most artists of a category per country, one country first, with the number who reach each
 * and the lowest price.
 */
export async function listPopularCities(
  ctx: Context,
  category: CatalogCategory,
  limit: { all: number; ofCountry: number; first?: string | null },
): Promise<(PopularPlace & { countryCode: string })[]> {
  await refreshPlacesIfDue(ctx)
  const catalog = await getCatalog(ctx.database)
  return (await listHomeCities(ctx.database, category.id, limit.ofCountry, limit.all, limit.first ?? null)).map(
    ({ country_code, name, label, address, artists, from_minor }) => ({
      label: formatCity({ name, label }),
      link: getLandingPath(country_code, category.slug, address),
      artists,
      countryCode: country_code,
      minPrice: computeUnitsWithFee(from_minor, getFees(catalog, country_code, category.id, ctx.now).usual.percent),
      currency: catalog.markets.get(country_code)?.currency ?? 'AUD',
      img: getCityPicture(formatCity({ name, label })),
      metres: null,
    }),
  )
}

export const formatCity = ({ name, label }: { name: string; label: string }): string =>
  label.startsWith(name) ? name : label

export const getCityPicture = (name: string) => ({
  src: `/pictures/city/${slugify(name)}.svg?v=${artVersion}`,
  alt: `${name}, drawn`,
})

type Ranked = {
  no: number
  featured: boolean
  review_count: number
  review_sum: number
  price_from: number | null
  price_of: number
}
type Told = { now: Date; currency: (no: number) => string; bases: ReadonlyMap<number, { bio: string }> }

export const computeMean = (sum: number, count: number): number | null => (count > 0 ? toHundredths(sum / count) : null)

export async function buildArtistCards(
  database: Database,
  catalog: Catalog,
  rows: readonly Ranked[],
  of: Told,
): Promise<{ shown: ProviderSummary[]; more: Picture[] }> {
  const cards = new Map(
    (
      await listCardRows(
        database,
        rows.map((row) => row.no),
      )
    ).map((card) => [card.no, card]),
  )
  const told = rows.flatMap((row) => {
    const card = cards.get(row.no)
    if (!card) return []
    const market = catalog.markets.get(card.country_code)
    const [cover, ...others] = pictures(card)
    const shown: ProviderSummary = {
      _id: card.id,
      slug: card.slug,
      name: card.name,
      bio: of.bases.get(row.no)?.bio ?? '',
      area: card.area,
      profileImg: card.face ? presentPicture(card.face, 'square') : createPlaceholder(card.name),
      coverImg: cover ?? createPlaceholder(card.name),
      pictures: others.slice(0, 2),
      reviewScore: computeMean(row.review_sum, row.review_count),
      reviewCount: row.review_count,
      priceFrom: row.price_from,
      priceOf: catalog.servicesByNo.get(row.price_of)?.label ?? null,
      currency: of.currency(row.no),
      featured: row.featured,
      verified: market ? hasBadge(market.checks, card.held, getToday(market.tz, of.now)) : false,
      skills: card.skills.slice(0, 2).map((id) => catalog.skills.get(id) ?? id),
      position: roundPosition(card.lat, card.lng),
    }
    return [{ shown, more: others[2] }]
  })
  return { shown: spreadCoverScenes(told.map(({ shown }) => shown)), more: told.flatMap(({ more }) => more ?? []) }
}

// New artists have a portrait before they have albums.
const pictures = (card: CardRow) =>
  (card.media ?? (card.face ? [card.face] : [])).map((media) => presentPicture(media, 'wide'))

type Praised = Pick<PraiseRow, 'id' | 'no' | 'author' | 'score' | 'event' | 'comments' | 'place'>

export async function presentReviews(
  database: Database,
  rows: readonly Praised[],
): Promise<(CustomerReview & { event: string; place: string })[]> {
  const cards = new Map(
    (
      await listCardRows(
        database,
        rows.map((row) => row.no),
      )
    ).map((card) => [card.no, card]),
  )
  return rows.map((row) => {
    const card = cards.get(row.no)
    const shown = card ? pictures(card) : []
    return {
      _id: String(row.id),
      comment: row.comments,
      customerName: row.author,
      reviewScore: row.score,
      event: row.event,
      place: row.place,
      coverImg: shown[1] ?? shown[0] ?? createPlaceholder(card?.name ?? row.author),
    }
  })
}
