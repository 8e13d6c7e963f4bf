import { spreadCoverScenes } from '#contract/pictures/drawn.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Opening, openings } from '#contract/search/demand/openings.ts'
import type { Card } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import { type MarketPlace, findPlaceAt } from './demand.ts'
import type { Context } from '#server/platform/context.ts'
import { addDays, getToday } from '#server/platform/event-day.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'
import { arrangeList, type Entry } from './arrange.ts'
import { buildCards } from './cards.ts'
import { fits } from '#server/search/matching/match.ts'
import { listCandidates, type Match } from '#server/search/matching/match-providers.ts'
import { matchSearch, getPricing } from '#server/search/matching/match-search.ts'
import { type ResolvedSearch, resolveSearch } from './saved-search.ts'

const daysAhead = 14
const most = 12
const daysShown = 3
const modes: readonly Mode[] = ['mobile', 'studio']

/** Returns artists near a point with openings in the next 14 days, soonest first, then recommended. */
export async function listOpenings(
  ctx: Context,
  { near, service }: InputOf<typeof openings.near>,
): Promise<OutputOf<typeof openings.near>> {
  const catalog = await getCatalog(ctx.database)
  const services = visits(catalog)
  const wanted = service ?? services[0]?.id ?? ''
  if (!services.some(({ id }) => id === wanted)) throw createFieldRefusal('unknown_service', 'service')
  const place = await findPlaceAt(ctx, near, catalog)
  const today = getToday(place.tz, ctx.now)
  const days = Array.from({ length: daysAhead }, (_, i) => addDays(today, i))

  const first: { asked: ResolvedSearch; match: Match; entry: Entry }[] = []
  const matches: { day: string; match: Match }[] = []
  try {
    for (const day of days) {
      const asked = visitOn(day, wanted, place, catalog, ctx.now)
      const match = await matchSearch(ctx.database, asked, ctx.now)
      matches.push({ day, match })
      const known = new Set(first.map(({ entry }) => entry.no))
      for (const mode of modes) {
        for (const entry of arrangeList(match, mode, {
          pricing: getPricing(asked),
          acts: new Map(),
          filters: { skills: [] },
          sortBy: 'recommended',
          after: null,
          pageSize: most,
        }).entries) {
          if (first.length >= most || known.has(entry.no) || entry.fit !== fits) continue
          known.add(entry.no)
          first.push({ asked, match, entry })
        }
      }
    }
    const free = freeDays(
      matches,
      first.map(({ entry }) => entry.no),
    )
    const shown = await Promise.all(
      Map.groupBy(first, ({ asked }) => asked)
        .entries()
        .map(async ([asked, of]) =>
          buildCards(
            ctx.database,
            asked,
            of.map(({ entry }) => entry),
            { inDemand: () => false, middleMinor: { mobile: 0, studio: 0 } },
            ctx.now,
          ),
        ),
    )
    return {
      place: place.name,
      countryCode: place.countryCode,
      from: today,
      until: days.at(-1) ?? today,
      services,
      service: wanted,
      artists: spreadCoverScenes(shown.flat().flatMap(({ card, entry }) => openingOf(card, free.get(entry.no) ?? []))),
    }
  } finally {
    for (const { match } of matches) match.found.recycle()
  }
}

function visits(catalog: Catalog): { id: string; label: string; categorySlug: string }[] {
  return [...catalog.categories.values()]
    .filter(({ slug }) => !slug.endsWith('lessons'))
    .flatMap((category) =>
      category.serviceTypes.flatMap(({ services }) => {
        const visit = services.find(({ minutes }) => minutes >= 30)
        return visit ? [{ id: visit.id, label: visit.label, categorySlug: category.slug }] : []
      }),
    )
}

function visitOn(
  day: string,
  service: string,
  { lat, lng, name, tz, countryCode }: MarketPlace,
  catalog: Catalog,
  now: Date,
): ResolvedSearch {
  const category = catalog.services.get(service)?.categoryId as number
  return resolveSearch(
    {
      id: '',
      visitor_hash: null,
      account_id: null,
      category_id: category,
      country_code: countryCode,
      lat,
      lng,
      tz,
      event_date: day,
      finish_time: null,
      start_time: null,
      location: { type: 'Point', coordinates: [lng, lat], address: { placeName: name, countryCode } },
      area: name,
      time_constraint: 'finish',
      people: [{ count: 1, services: [service] }],
      details: null,
      experiment_id: null,
      gclid: null,
      heap_id: null,
      landing_page: null,
      tags: [],
      free_of: [],
      language: 'en',
      acts: null,
    },
    catalog,
    now,
  )
}

/** Returns the days on which each artist fits in either mode, soonest first, up to the card limit. */
function freeDays(matches: readonly { day: string; match: Match }[], nos: readonly number[]): Map<number, string[]> {
  const free = new Map<number, string[]>(nos.map((no) => [no, []]))
  for (const { day, match } of matches) {
    for (const { no, mobile, studio } of listCandidates(match, nos)) {
      const days = free.get(no)
      if (days && days.length < daysShown && (mobile === fits || studio === fits)) days.push(day)
    }
  }
  return free
}

function openingOf(card: Card, days: string[]): Opening[] {
  if (card.price === null || days.length === 0) return []
  const { _id, slug, name, coverImg, profileImg, rating, totalReviews, price, currency, featured, distance, location } =
    card
  return [
    {
      _id,
      slug,
      name,
      coverImg,
      profileImg,
      rating,
      totalReviews,
      area: location.area,
      mobileOrStudio: location.mobileOrStudio,
      distance,
      price,
      currency,
      featured,
      days,
    },
  ]
}
