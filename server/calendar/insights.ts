import { roundSpot } from '#server/places/index.ts'
import { type insights, type Insights, lostReasons } from '#contract/calendar/insights.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { limits } from '#contract/constants.ts'
import { toMajor } from '#contract/money.ts'
import type { CountryCode } from '#contract/values.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import { getReplyTimes } from '#server/offers/index.ts'
import { listEarnedMonths } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { listWeeksTo } from '#server/platform/event-day.ts'
import { getCallerProvider, listPricesNear, listProviderServices } from '#server/providers/index.ts'
import { sumViewsByWeek } from '#server/search/index.ts'
import { countRequestsByWeek, sumUpcomingBookings, countLostByReason } from './insights.queries.ts'

type Provider = Awaited<ReturnType<typeof getCallerProvider>>

export async function getInsights(
  ctx: Context,
  { weeks: n }: InputOf<typeof insights.show>,
): Promise<OutputOf<typeof insights.show>> {
  const provider = await getCallerProvider(ctx)
  const catalog = await getCatalog(ctx.database)
  const market = catalog.markets.get(provider.country_code)
  if (!market) throw new Error(`provider ${provider.id} is in a country without a market`)
  const { id, tz } = provider
  const weeks = listWeeksTo(ctx.now, [tz], n)
  const of = { providerId: id, tz, from: weeks[0] as string }
  const [seen, asked, lost] = [
    await sumViewsByWeek(ctx.reads, id, of.from),
    await countRequestsByWeek(ctx.reads, of),
    await countLostByReason(ctx.reads, of),
  ]
  const earned = await listEarnedMonths(ctx, { id, tz, currency: market.currency })
  const ahead = await sumUpcomingBookings(ctx.reads, id, ctx.now)
  return {
    currency: market.currency,
    countryCode: provider.country_code as CountryCode,
    weeks,
    kinds: [...catalog.categories.values()].map(({ id, label }) => ({ id, label })),
    seen,
    asked: asked.map(({ middle, ...week }) => ({ ...week, middleMinutes: middle })),
    lost: lostReasons.map((reason) => ({ reason, n: lost.find((one) => one.reason === reason)?.n ?? 0 })),
    earned: earned.map(({ fee: _, ...month }) => month),
    ahead: ahead.map(({ month, bookings, yours }) => ({ month, bookings, yours: toMajor(Number(yours)) })),
    replies: await getReplyTimes(ctx, provider),
    prices: await pricesBeside(ctx, catalog, provider),
  }
}

/** Omits services with fewer than five artists nearby, for privacy. */
async function pricesBeside(ctx: Context, catalog: Catalog, row: Provider): Promise<Insights['prices']> {
  const own = (await listProviderServices(ctx.reads, row.id)).flatMap(({ service_id, cost_minor }) => {
    const service = catalog.services.get(service_id)
    return service ? [{ service, costMinor: cost_minor }] : []
  })
  const near = { at: roundSpot(row), countryCode: row.country_code, but: row.id, metres: limits.candidateRadiusMetres }
  const known = new Map<string, { middle: number; artists: number }>()
  for (const categoryId of new Set(own.map(({ service }) => service.categoryId)))
    for (const { service_id, ...price } of await listPricesNear(ctx.reads, { ...near, categoryId }))
      known.set(service_id, price)
  return own
    .sort((a, b) => a.service.no - b.service.no)
    .map(({ service, costMinor }) => {
      const others = known.get(service.id)
      return {
        service: service.label,
        own: toMajor(costMinor),
        middle: others ? Math.round(toMajor(others.middle)) : null,
        artists: others?.artists ?? null,
      }
    })
}
