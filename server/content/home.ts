import type { content, HomePage } from '#contract/content/content.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { percent } from '#contract/format.ts'
import { unitsWithFee } from '#contract/price.ts'
import { type CatalogCategory, catalogOf, feePayerOf, feesOf, leadOf } from '#server/catalog/index.ts'
import { weighedScores } from '#contract/reviews/party-weights.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { artistCards, kept, popularCities, praise } from './place-data.ts'
import { biosOf } from './place-pages.queries.ts'
import { everything, scoresOf } from './showcase.queries.ts'
import { featuredArtists, type FeaturedRow, marketFigures, onTimeOf, praiseOf } from './home.queries.ts'
import { rankingWeights } from '#server/search/index.ts'

/** What the front page, or that of a category, shows of the market: figures, places, featured artists and what customers say. */
export async function showHome(
  ctx: Context,
  { categorySlug, country }: InputOf<typeof content.home>,
): Promise<HomePage> {
  const category = (await catalogOf(ctx.database)).categories.get(categorySlug)
  if (!category) throw refuseField('unknown_category', 'categorySlug')
  return kept(ctx, `home ${categorySlug} ${country ?? ''}`, (inner) => computeHome(inner, category, country ?? null))
}

async function computeHome(ctx: Context, category: CatalogCategory, country: string | null): Promise<HomePage> {
  ctx.about('any:provider', 'any:price', 'any:pictures', 'any:reviews')
  const db = ctx.reads
  const catalog = await catalogOf(ctx.database)
  const figures = await marketFigures(db)
  // The same count as the page of all reviews, to which this one leads.
  const reviewed = weighedScores(await scoresOf(db, everything))
  const rows = await featuredArtists(db, category.id, country, 12)
  const countries = new Map(rows.map((row) => [row.no, row.country_code]))
  const currency = (no: number) => catalog.markets.get(countries.get(no) ?? '')?.currency ?? 'AUD'
  const reviews = await praiseOf(
    db,
    rows.slice(4).map((row) => row.id),
    3,
  )
  const onTime = await onTimeOf(db, ctx.now)
  const percentFor = (row: FeaturedRow) =>
    feesOf(catalog, row.country_code, category.id, ctx.now).of(feePayerOf(row)).percent
  const shown = rows.slice(0, 4).map((row) => {
    const lead = leadOf(row.sold)
    return { ...row, price_from: lead && unitsWithFee(lead.minor, percentFor(row)), price_of: lead?.no ?? 0 }
  })
  return {
    proof: {
      score: reviewed.average,
      reviews: reviewed.total,
      artists: figures.artists,
      places: figures.places,
      onTime: {
        bookings: onTime.bookings,
        percent: onTime.bookings ? Math.floor(percent(onTime.kept, onTime.bookings)) : 0,
      },
    },
    popularPlaces: await popularCities(ctx, category, { all: 6, ofCountry: 6, first: country }),
    featured: (
      await artistCards(ctx.database, catalog, shown, {
        now: ctx.now,
        currency,
        bios: await biosOf(
          ctx.database,
          shown.map(({ no }) => no),
        ),
      })
    ).shown,
    customerReviews: await praise(ctx.database, reviews),
    sample: ctx.env.sampleMarket,
  }
}

/** The weights by which the recommended order is made. */
export const showRanking = async (): Promise<OutputOf<typeof content.ranking>> => ({ weights: { ...rankingWeights } })
