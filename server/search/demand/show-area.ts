import { rounded } from '#server/places/index.ts'
import { sameFees } from '#contract/fees.ts'
import type { calendar } from '#contract/search/demand/calendar.ts'
import { defaults } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { percent } from '#contract/format.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf, daysBetween, todayIn } from '#server/platform/event-day.ts'
import { ownProvider, refuseWrongDay, servicesOf } from '#server/providers/index.ts'

import { matchProviders } from '#server/search/matching/match-providers.ts'
import { partyOf } from '#server/search/planning/party.ts'
import { demandAtLeast } from '#server/search/quotes/status.ts'

/** The share of artists near the caller's place who are booked on a day, for one person and the first of the caller's services; null where fewer than ten reach it. */
export async function showArea(
  ctx: Context,
  { eventDate }: InputOf<typeof calendar.area>,
): Promise<OutputOf<typeof calendar.area>> {
  const provider = await ownProvider(ctx)
  refuseWrongDay(eventDate, provider.tz, ctx.now)
  const catalog = await catalogOf(ctx.database)
  const offered = (await servicesOf(ctx.db, provider.id))
    .flatMap(({ service_id }) => catalog.services.get(service_id) ?? [])
    .sort((a, b) => a.no - b.no)
  const service = offered[0] ?? catalog.categories.get(defaults.category)?.serviceTypes[0]?.services[0]
  if (!service) return { percent: null, place: provider.area }
  const match = await matchProviders(ctx.database, {
    ...rounded(provider),
    countryCode: provider.country_code,
    party: partyOf([{ count: 1, services: [service.id] }]),
    serviceNos: [service.no],
    setupMinutes: service.setupMinutes,
    fees: sameFees(0),
    ask: {
      day: dayOf(eventDate, provider.tz),
      aim: null,
      now: ctx.now.getTime(),
      daysAhead: daysBetween(todayIn(provider.tz, ctx.now), eventDate),
    },
  })
  const { counts } = match
  match.found.recycle()
  return {
    percent: counts.reach < demandAtLeast.providers ? null : Math.round(percent(counts.bookedOut, counts.reach)),
    place: provider.area,
  }
}
