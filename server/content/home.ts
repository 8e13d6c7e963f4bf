import type { content, HomePage } from '#contract/content/content.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toPercent } from '#contract/format.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import {
  type CatalogCategory,
  type CatalogService,
  getCatalog,
  toFeePayer,
  getFees,
  findLeadService,
} from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'
import { buildArtistCards, getCachedAnswer, listPopularCities, presentReviews } from './place-data.ts'
import { readMarketFigures, readMarketScores } from './market-figures.ts'
import { listArtistBases } from './place-pages.queries.ts'
import { listArtistsOfCountry, listFeaturedArtists, type FeaturedRow, listPraise } from './home.queries.ts'
import { rankingWeights } from '#server/search/index.ts'

export async function getHome(
  ctx: Context,
  { categorySlug, country, service: slug }: InputOf<typeof content.home>,
): Promise<HomePage> {
  const category = (await getCatalog(ctx.database)).categories.get(categorySlug)
  if (!category) throw createFieldRefusal('unknown_category', 'categorySlug')
  const service = category.serviceTypes.flatMap(({ services }) => services).find(({ id }) => id === slug)
  if (slug && !service) throw createFieldRefusal('unknown_service', 'service')
  return getCachedAnswer(ctx, `home ${categorySlug} ${country ?? ''} ${slug ?? ''}`, (inner) =>
    computeHome(inner, category, country ?? null, service ?? null),
  )
}

const artistsShown = 4

async function computeHome(
  ctx: Context,
  category: CatalogCategory,
  country: string | null,
  service: CatalogService | null,
): Promise<HomePage> {
  ctx.dependsOn('any:provider', 'any:price', 'any:pictures', 'any:reviews')
  const db = ctx.reads
  const catalog = await getCatalog(ctx.database)
  const { artists, places, onTime } = await readMarketFigures(ctx)
  // The same count as on the linked page of all reviews.
  const reviewed = await readMarketScores(ctx, null)
  const rows = await listFeaturedArtists(db, category.id, country, 12)
  // Visitors book in their own country: others are shown only if it has no artist.
  const featured = service
    ? []
    : rows.filter((row) => country === null || row.country_code === country).slice(0, artistsShown)
  const wanted = service ? [service] : category.serviceTypes.flatMap(({ services }) => services)
  const others =
    country === null || featured.length === artistsShown
      ? []
      : (
          await listArtistsOfCountry(
            db,
            category.id,
            wanted.map(({ no }) => no),
            country,
            2 * artistsShown,
          )
        ).filter(({ no }) => !featured.some((row) => row.no === no))
  const own = [...featured, ...others].slice(0, artistsShown)
  const best = own.length > 0 ? own : rows.slice(0, artistsShown)
  const countries = new Map([...rows, ...best].map((row) => [row.no, row.country_code]))
  const currency = (no: number) => catalog.markets.get(countries.get(no) ?? '')?.currency ?? 'AUD'
  const reviews = await listPraise(
    db,
    rows.slice(4).map((row) => row.id),
    3,
  )
  const percentFor = (row: FeaturedRow) =>
    getFees(catalog, row.country_code, category.id, ctx.now).of(toFeePayer(row)).percent
  const shown = best.map((row) => {
    const lead = row.sold.find(({ no }) => no === service?.no) ?? findLeadService(row.sold)
    return { ...row, price_from: lead && computeUnitsWithFee(lead.minor, percentFor(row)), price_of: lead?.no ?? 0 }
  })
  return {
    proof: {
      score: reviewed.average,
      reviews: reviewed.total,
      artists,
      places,
      onTime: {
        bookings: onTime.bookings,
        percent: onTime.bookings ? Math.floor(toPercent(onTime.kept, onTime.bookings)) : 0,
      },
    },
    popularPlaces: await listPopularCities(ctx, category, { all: 6, ofCountry: 6, first: country }),
    featured: (
      await buildArtistCards(ctx.database, catalog, shown, {
        now: ctx.now,
        currency,
        bases: await listArtistBases(
          ctx.database,
          shown.map(({ no }) => no),
        ),
      })
    ).shown,
    customerReviews: await presentReviews(ctx.database, reviews),
    sample: ctx.env.sampleMarket,
  }
}

export const getRanking = async (): Promise<OutputOf<typeof content.ranking>> => ({ weights: { ...rankingWeights } })
