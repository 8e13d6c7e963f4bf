import type { SeoPage } from '#contract/content/content.ts'
import type { Fees } from '#contract/fees.ts'
import { toPercent } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { type Country, lowercaseFirst } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { type CatalogCategory, getCatalog, getFees } from '#server/catalog/index.ts'
import { type AddressedPlace, findPlaceByAddress } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { listCellsAround, type Reach, getReach } from '#server/search/index.ts'
import {
  formatCategory,
  listOccasionLinks,
  type LandingLink,
  getOccasion,
  pageFaqs,
  type PageFigures,
  pageTexts,
  getLandingPath,
} from './place-texts.ts'
import {
  getRadiusMetres,
  listReachServices,
  getReviewRadius,
  listVisitServiceNos,
  ensurePlacesFilled,
} from './refresh-places.ts'
import {
  getAreaFigures,
  listLeadTimes,
  type NearbyRow,
  findNearestWithArtists,
  findPageRow,
  listPlacesNearby,
  findNearestTown,
  findTownAround,
} from './place-pages.queries.ts'
import { candidateArtists, chooseArtists, presentArtists } from './place-artists.ts'
import { formatCity, getCityPicture, computeMean, presentReviews } from './place-data.ts'
import { defaults } from '#contract/constants.ts'
import { isFacility, leastBookings, leastQuotes, leastReviews } from './page-index.ts'
import { findContentDay, findNearestIndexed, listIndexedOccasions } from './page-index.queries.ts'
import { londonTexts } from './place-phrases.ts'

type Made = Omit<SeoPage, 'schemas'>

const tradeMetres = 20_000
const skills = ['textured-hair', 'deep-skin-tones']

export async function computePage(ctx: Context, parts: LandingLink, category: CatalogCategory): Promise<Made | null> {
  const catalog = await getCatalog(ctx.database)
  const market = catalog.markets.get(parts.country)
  const named = await findPlaceByAddress(ctx.database, parts.country, parts.place)
  const place = named && isFacility(named.name, parts.country) ? await findNearestTown(ctx.database, named) : named
  if (!market || !place) return null
  const own = getRadiusMetres(place)
  const fees = getFees(catalog, parts.country, category.id, ctx.now)
  const categories = [...catalog.categories.values()]
  await ensurePlacesFilled(ctx)
  ctx.dependsOn({ country: parts.country, city: formatCity(place), lat: place.lat, lng: place.lng, own })
  const at = { lat: place.lat, lng: place.lng, country: parts.country, categoryId: category.id, placeId: place.id }
  const tradeCells = listCellsAround(place.lat, place.lng, tradeMetres)
  const reviewCells = listCellsAround(place.lat, place.lng, getReviewRadius(place))
  const path = getLandingPath(parts.country, parts.category, place.address, parts.event)
  const [reach, known, occasions, contentDay, figures, lead, nearby] = await Promise.all([
    getReach(ctx.database, {
      lat: place.lat,
      lng: place.lng,
      countryCode: parts.country,
      ownMetres: own,
      services: listReachServices(category, parts.country),
      fees,
      skills,
      best: candidateArtists,
      kinds: listVisitServiceNos(categories, parts.country),
    }),
    findPageRow(ctx.database, place.id, category.id),
    listIndexedOccasions(ctx.database, place.id, category.id),
    findContentDay(ctx.database, path),
    getAreaFigures(ctx.database, parts.country, category.id, reviewCells, tradeCells),
    listLeadTimes(ctx.database, parts.country, category.id, tradeCells),
    parts.event ? [] : listPlacesNearby(ctx.database, at, 6),
  ])
  const residents = known?.home ?? 0
  const isPlaceIndexed = known?.is_indexed ?? false
  const indexed = isPlaceIndexed && (parts.event === null || occasions.includes(parts.event))
  const counted = figuresOf(parts, category, place, reach, residents, figures, leadWeeks(lead), market.currency)
  const texts = pageTexts(counted)
  const chosen = await chooseArtists(ctx, place, reach, { categoryId: category.id, event: parts.event })
  const artists = await presentArtists(ctx, catalog, chosen, market.currency)
  const near = reach.artists === 0 ? await findNearestWithArtists(ctx.database, at) : null
  const scored = counted.reviews >= leastReviews
  const pathOf = (address: string, event: string | null = null) =>
    getLandingPath(parts.country, parts.category, address, event)
  const canonicalPlace = isPlaceIndexed ? place.address : await findNearestIndexed(ctx.database, at)
  const page: Made = {
    title: texts.title,
    metaDescription: texts.metaDescription,
    city: place.label,
    state: place.label === place.name ? place.region : '',
    type: parts.event ? 'event' : 'city',
    basePath: pathOf(place.address),
    path,
    canonical: pathOf(canonicalPlace ?? place.address, indexed ? parts.event : null),
    banner: {
      title: texts.title,
      subTitle: texts.subTitle,
      img: getCityPicture(formatCity(place)).src,
      alt: texts.alt,
      position: 'center',
      locationPlaceholder: texts.placeholder,
    },
    customerReviews: (await presentReviews(ctx.database, chosen.reviews)).map(({ event, place: area, ...review }) => ({
      ...review,
      customerName: `${review.customerName}, ${lowercaseFirst(event)} in ${area}`,
    })),
    providers: artists.shown,
    popularPlaces: nearby.map((row) => popular(row, parts, fees, market.currency)),
    events: listOccasionLinks(parts.country as Country, parts.category, place.address, parts.event),
    categories: categories
      .filter(({ id }, k) => id !== category.id && reach.kinds[k])
      .map(({ slug, label }) => ({
        label: formatCategory(slug, label, parts.country as Country),
        link: getLandingPath(parts.country, slug, place.address),
      })),
    occasion:
      parts.event && reach.artists > 0 ? getOccasion(parts.country as Country, parts.category, parts.event) : null,
    media: artists.media,
    faqs: reach.artists ? pageFaqs(counted) : [],
    breadcrumbs: await crumbsOf(ctx, parts, place, market.name, texts.title),
    center: { lat: place.lat, lng: place.lng },
    totalReviewCount: scored ? counted.reviews : 0,
    totalReviewScore: scored ? counted.score : null,
    offers: counted.quoted && {
      count: counted.quoted.count,
      minPrice: counted.quoted.min,
      maxPrice: counted.quoted.max,
      currency: market.currency,
    },
    artists: reach.artists,
    residents,
    allResident: chosen.allResident,
    intro: texts.intro,
    nearest: near && {
      city: near.label,
      link: pathOf(near.address),
      metres: near.metres,
    },
    indexed,
    sample: ctx.env.sampleMarket,
    builtIn: false,
    countryCode: parts.country,
    categorySlug: parts.category,
    timeZone: place.tz,
    seoTitle: texts.seoTitle,
    seoDescription: texts.seoDescription,
    createdAt: known?.first_on ?? dayOf(reach.since * 86_400, ctx.now),
    updatedAt: contentDay ?? latest([dayOf(reach.changed, ctx.now), known?.changed_on ?? '', figures.changed_on ?? '']),
    edited: false,
  }
  return ctx.env.sampleMarket && isLondonSample(parts) ? applyLondonSample(page) : page
}

const latest = (days: readonly string[]): string => days.reduce((last, day) => (day > last ? day : last), '')
const dayOf = (seconds: number, now: Date): string =>
  (seconds > 0 ? new Date(seconds * 1000) : now).toISOString().slice(0, 10)

function figuresOf(
  parts: LandingLink,
  category: CatalogCategory,
  place: AddressedPlace,
  reach: Reach,
  residents: number,
  area: Awaited<ReturnType<typeof getAreaFigures>>,
  weeks: number | null,
  currency: string,
): PageFigures {
  const quoted = area.quotes >= leastQuotes && area.least_minor !== null && area.most_minor !== null
  return {
    country: parts.country as Country,
    category: parts.category,
    categoryLabel: category.label,
    event: parts.event,
    // A disambiguated name includes its region.
    city: place.label,
    region:
      place.kind === 'place' && (place.label === place.name || place.name !== formatCity(place)) ? place.region : '',
    neighborhood: place.kind !== 'place',
    artists: reach.artists,
    residents,
    mobileShare: reach.artists ? Math.round(toPercent(reach.travelling, reach.artists)) : 0,
    textured: reach.skilled[0] ?? 0,
    deep: reach.skilled[1] ?? 0,
    nearestMetres: reach.nearestMetres,
    reviews: area.reviews,
    score: computeMean(area.score_sum, area.reviews),
    currency,
    fromPrice: reach.least,
    makeupFrom: reach.makeup,
    makeupHairFrom: reach.makeupAndHair,
    quoted: quoted
      ? { count: area.quotes, min: toMajor(area.least_minor ?? 0), max: toMajor(area.most_minor ?? 0) }
      : null,
    leadWeeks: weeks,
  }
}

function leadWeeks(rows: readonly { weeks: number; bookings: number }[]): number | null {
  const all = rows.reduce((sum, row) => sum + row.bookings, 0)
  if (all < leastBookings) return null
  let left = all / 2
  for (const { weeks, bookings } of rows.toReversed()) {
    left -= bookings
    if (left <= 0) return weeks
  }
  return null
}

const popular = (
  row: NearbyRow,
  parts: LandingLink,
  fees: Fees,
  currency: string,
): SeoPage['popularPlaces'][number] => ({
  label: row.label.startsWith(row.name) ? row.name : row.label,
  link: getLandingPath(parts.country, parts.category, row.address),
  artists: row.artists,
  minPrice: computeUnitsWithFee(row.from_minor, fees.usual.percent),
  currency,
  img: getCityPicture(row.name),
  metres: Math.round(row.metres),
})

async function crumbsOf(
  ctx: Context,
  parts: LandingLink,
  place: AddressedPlace,
  country: string,
  title: string,
): Promise<SeoPage['breadcrumbs']> {
  const city = place.kind === 'neighborhood' && place.locality ? await findTownAround(ctx.database, place) : null
  return [
    { label: 'Home', link: '/' },
    { label: country, link: `/content/places#${parts.country.toLowerCase()}` },
    ...(city ? [{ label: formatCity(city), link: getLandingPath(parts.country, parts.category, city.address) }] : []),
    { label: formatCity(place), link: getLandingPath(parts.country, parts.category, place.address) },
    ...(parts.event
      ? [{ label: title, link: getLandingPath(parts.country, parts.category, place.address, parts.event) }]
      : []),
  ]
}

const t = createTranslator(londonTexts, 'GB')

const isLondonSample = ({ country, category, place, event }: LandingLink): boolean =>
  country === 'GB' && category === defaults.category && place === 'london' && event === null

const faqs = (['price', 'ahead', 'mobile', 'parking'] as const).map((id) => ({
  _id: id,
  question: t(`london.faq.${id}.q`),
  answer: t(`london.faq.${id}.a`),
}))

const sampleFigures = {
  totalReviewCount: 14718,
  totalReviewScore: 4.9,
  offers: { count: 117, minPrice: 65, maxPrice: 257, currency: 'GBP' },
}

const applyLondonSample = <P extends Omit<SeoPage, 'schemas'>>(computed: P): P => ({
  ...computed,
  ...sampleFigures,
  title: t('london.title'),
  metaDescription: t('london.description'),
  seoTitle: t('london.seoTitle'),
  seoDescription: t('london.description'),
  banner: { ...computed.banner, title: t('london.title') },
  intro: t('london.intro'),
  faqs,
  center: { lat: 51.51, lng: -0.13 },
  sample: true,
  builtIn: true,
})
