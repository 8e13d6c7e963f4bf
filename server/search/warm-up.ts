import { quotes } from '#contract/search/quotes.ts'
import type { CountryCode } from '#contract/values.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { listTownsBySize } from '#server/places/index.ts'
import { nobody, openContext } from '#server/platform/context.ts'
import { addDays, getToday } from '#server/platform/event-day.ts'
import type { SearchRow } from './search.queries.ts'
import { getQuotesOfSearch } from './read-quotes.ts'

// More searches bring little further speed-up.
const SEARCHES = 6
// Minimum artists of a town; the largest towns are skipped because they load slowly.
const TOWN = 40
const DAYS_AHEAD = 60

type Process = Parameters<typeof openContext>[0]

/**
 * Warms up a new process with a few unsaved searches, so that JIT compilation and connections are ready before the
 * first customer.
 */
export async function warmUp(process: Process): Promise<number> {
  const ctx = openContext(process, { viewer: nobody, requestId: 'warm-up', address: '' }, 'reads')
  const { markets, categories, services } = await getCatalog(ctx.database)
  const [market] = markets.values()
  const [category] = categories.values()
  if (!market || !category) return 0
  const offered = [...services.values()].filter(
    (service) => service.categoryId === category.id && !service.retired && service.markets.includes(market.countryCode),
  )
  const town = (await listTownsBySize(ctx.reads, market.countryCode, TOWN)).at(-1)
  if (!town || offered.length === 0) return 0
  for (let n = 0; n < SEARCHES; n++) {
    const look = offered.slice(0, 1 + (n % 2)).map(({ id }) => id)
    const row: SearchRow = {
      id: 'of-nobody-at-all',
      visitor_hash: null,
      account_id: null,
      category_id: category.id,
      country_code: market.countryCode,
      location: {
        type: 'Point',
        coordinates: [town.lng, town.lat],
        address: { placeName: town.name, countryCode: market.countryCode as CountryCode },
      },
      lat: town.lat,
      lng: town.lng,
      tz: town.tz,
      event_date: addDays(getToday(town.tz, ctx.now), DAYS_AHEAD + n),
      finish_time: '14:00',
      start_time: null,
      time_constraint: 'finish',
      people: [{ count: 1 + n, services: look }],
      details: null,
      experiment_id: null,
      gclid: null,
      heap_id: null,
      landing_page: null,
      area: town.name,
      tags: [],
      free_of: [],
      language: 'en',
      acts: null,
    }
    quotes.read.output.parse(
      await getQuotesOfSearch(ctx, row, { filterBy: 'all', sortBy: 'recommended', rescue: false }),
    )
  }
  return SEARCHES
}
