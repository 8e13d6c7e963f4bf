import type { content, SeoPage } from '#contract/content.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { unitsWithFee } from '#contract/price.ts'
import type { Country } from '#contract/words.ts'
import { catalogOf } from '#server/catalog/door.ts'
import { metresBetween, type PlaceRow, placesBySlug } from '#server/places/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { pageEdit } from './edit-queries.ts'
import { kept } from './kept.ts'
import { gazetteerSlug, type LandingLink, marketName, pathOf, readLink, slugOf } from './landing-link.ts'
import { eventLinks, leastReviews, type PageFigures, pageFaqs, pageTexts } from './page-texts.ts'
import { cityPicture } from './popular-cities.ts'
import { withEdit } from './page-edits.ts'
import { areasOf, artistsOfPlace, cityCentres, type NearRow, praiseOf, quotedNear, type Spot } from './queries.ts'
import { schemasOf } from './schemas.ts'
import { mean, praise, summaries } from './summaries.ts'

/** The landing page of a place, computed from the market, with the words that an operator gave it; refused where the path names no known place. */
export async function showPage(ctx: Context, { link }: InputOf<typeof content.page>): Promise<OutputOf<typeof content.page>> {
  const { page, path } = await madePage(ctx, link)
  return { seoPage: withEdit(page, await pageEdit(ctx.database.reads, path)) }
}

/** A landing page as the market makes it, and its own path. */
export async function madePage(ctx: Context, link: string): Promise<{ page: SeoPage; path: string }> {
  const parts = readLink(link)
  if (!parts) throw new Refusal('not_found')
  const catalog = await catalogOf(ctx.database)
  if (!catalog.categories.has(parts.category)) throw new Refusal('not_found')
  const path = pathOf(parts.country, parts.category, parts.place, parts.event)
  return { path, page: (await kept(ctx, path, (inner) => compute(inner, parts))).seoPage }
}

async function compute(ctx: Context, parts: LandingLink): Promise<{ seoPage: SeoPage }> {
  const db = ctx.database.reads
  const catalog = await catalogOf(ctx.database)
  const category = catalog.categories.get(parts.category)
  const market = catalog.markets.get(parts.country)
  const found = (await placesBySlug(db, parts.country, gazetteerSlug(parts.country, parts.place)))[0]
  if (!category || !market || !found) throw new Refusal('not_found')
  const place = { ...found, name: marketName(parts.country, found.name), locality: found.locality && marketName(parts.country, found.locality) }

  const neighborhood = place.kind !== 'place'
  const spot: Spot = { country: parts.country, city: neighborhood ? '' : place.name, lat: place.lat, lng: place.lng, categoryId: category.id }
  const rows = await artistsOfPlace(db, spot)
  const quoted = await quotedNear(db, spot)
  const price = (minor: number | null) => (minor === null ? null : unitsWithFee(minor, category.feePercent))
  const figures = figuresOf(parts, place, rows, market.currency, price, quoted && { count: quoted.count, min: quoted.min_minor / 100, max: quoted.max_minor / 100 })
  const texts = pageTexts(figures)
  const shown = rows.slice(0, 8)
  const basePath = pathOf(parts.country, parts.category, parts.place)
  const city = neighborhood ? (place.locality ?? place.name) : place.name
  ctx.about({ country: parts.country, city, lat: place.lat, lng: place.lng })
  const areas = (await areasOf(db, parts.country, city, 7)).filter(({ area }) => area !== place.name).slice(0, 6)
  const reviews = await praise(ctx.database, await praiseOf(db, rows.slice(0, 40).map((row) => row.id), 3))
  const providers = await summaries(ctx.database, catalog, shown, { percent: category.feePercent, currency: () => market.currency })
  const counted = figures.reviews >= leastReviews
  const near = rows.length === 0 ? await nearestCity(ctx, spot) : null

  const page: Omit<SeoPage, 'schemas'> = {
    title: texts.title, metaDescription: texts.metaDescription, city: place.name, state: place.region, type: parts.event ? 'event' : 'city', basePath,
    banner: { title: texts.title, subTitle: texts.subTitle, img: cityPicture(place.name).src, alt: texts.alt, position: 'center', locationPlaceholder: texts.placeholder },
    customerReviews: reviews.map(({ event, place: area, ...review }) => ({ ...review, customerName: `${review.customerName}, ${event.charAt(0).toLowerCase()}${event.slice(1)} in ${area}` })),
    providers,
    popularPlaces: areas.map(({ area, artists }) => ({
      label: area, link: pathOf(parts.country, parts.category, slugOf(area)), artists, minPrice: null, currency: market.currency, img: cityPicture(area),
    })),
    events: eventLinks(parts.country as Country, 'makeup-hair-styling', parts.place),
    media: providers.flatMap((provider) => provider.pictures).slice(0, 8),
    faqs: figures.artists ? pageFaqs(figures) : [],
    breadcrumbs: [
      { label: 'Home', link: '/' }, { label: market.name, link: `/content/places#${parts.country.toLowerCase()}` },
      ...(neighborhood && place.locality ? [{ label: place.locality, link: pathOf(parts.country, parts.category, slugOf(place.locality)) }] : []),
      { label: place.name, link: basePath },
      ...(parts.event ? [{ label: texts.title, link: pathOf(parts.country, parts.category, parts.place, parts.event) }] : []),
    ],
    center: { lat: place.lat, lng: place.lng },
    totalReviewCount: counted ? figures.reviews : 0, totalReviewScore: counted ? figures.score : null,
    offers: figures.quoted && { count: figures.quoted.count, minPrice: figures.quoted.min, maxPrice: figures.quoted.max, currency: market.currency },
    artists: figures.artists, intro: texts.intro,
    nearest: near && { city: near.city, link: pathOf(parts.country, parts.category, slugOf(near.city)), metres: near.metres }, indexed: figures.artists > 0, sample: ctx.env.sampleMarket,
    countryCode: parts.country, categorySlug: parts.category, timeZone: place.tz,
    seoTitle: texts.seoTitle, seoDescription: texts.seoDescription,
    createdAt: rows.map((row) => row.changed_at).sort()[0] ?? ctx.now.toISOString().slice(0, 10), updatedAt: ctx.now.toISOString().slice(0, 10), edited: false,
  }
  return { seoPage: { ...page, schemas: schemasOf(page, ctx.env.publicUrl) } }
}

/** The city with artists that is nearest to a place in its country. */
async function nearestCity(ctx: Context, spot: Spot): Promise<{ city: string; metres: number } | null> {
  const centres = await kept(ctx, 'centres', (inner) => {
    inner.about('any:where')
    return cityCentres(inner.database.reads)
  })
  const away = centres.filter((centre) => centre.country_code === spot.country)
    .map(({ city, lat, lng }) => ({ city, metres: metresBetween(spot.lat, spot.lng, lat, lng) }))
  return away.sort((a, b) => a.metres - b.metres)[0] ?? null
}

function figuresOf(parts: LandingLink, place: PlaceRow, rows: readonly NearRow[], currency: string, price: (minor: number | null) => number | null, quoted: PageFigures['quoted']): PageFigures {
  const least = (of: (row: NearRow) => number | null) => rows.reduce<number | null>((min, row) => {
    const value = of(row)
    return value !== null && (min === null || value < min) ? value : min
  }, null)
  const count = (of: (row: NearRow) => boolean) => rows.filter(of).length
  const reviews = rows.reduce((sum, row) => sum + row.review_count, 0)
  return {
    country: parts.country as Country, category: parts.category, event: parts.event,
    city: place.name, region: place.region, neighborhood: place.kind !== 'place',
    artists: rows.length, mobileShare: rows.length ? Math.round((100 * count((row) => row.mobile)) / rows.length) : 0,
    textured: count((row) => row.skills.includes('textured-hair')), deep: count((row) => row.skills.includes('deep-skin-tones')),
    nearestMetres: least((row) => row.metres), reviews, score: mean(rows.reduce((sum, row) => sum + row.review_sum, 0), reviews),
    currency, fromPrice: price(least((row) => row.from_minor)), makeupFrom: price(least((row) => row.makeup_minor)), makeupHairFrom: least((row) => (row.makeup_minor === null || row.hair_minor === null ? null : (price(row.makeup_minor) ?? 0) + (price(row.hair_minor) ?? 0))), quoted,
  }
}
