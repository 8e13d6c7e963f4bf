import type { calendar } from '#contract/search/demand/calendar.ts'
import { defaults } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { percent } from '#contract/format.ts'
import type { CountryCode } from '#contract/values.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, dayOf, daysBetween, todayIn } from '#server/platform/event-day.ts'
import {
  busyRows,
  type BusyRow,
  presentBookedOut,
  presentStanding,
  refuseWrongDay,
} from '#server/providers/diary/door.ts'
import { ownProvider } from '#server/providers/own-profile/door.ts'
import { servicesOf } from '#server/providers/door.ts'
import { fewLeftNear } from './demand-day-queries.ts'
import { matchProviders } from '#server/search/matching/match-providers.ts'
import { partyOf } from '#server/search/planning/party.ts'
import { requestsByDay } from '#server/search/queries.ts'
import { demandAtLeast } from '#server/search/quotes/status.ts'

/** A month of the caller's diary, by event date. */
export async function showCalendar(
  ctx: Context,
  { month }: InputOf<typeof calendar.month>,
): Promise<OutputOf<typeof calendar.month>> {
  const provider = await ownProvider(ctx)
  const first = `${month}-01`
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 10)
  const last = dateAfter(next, -1)
  const busy = Map.groupBy(await busyRows(ctx.db, provider.id, first, last), (row) => row.event_date)
  const requests = await requestsByDay(ctx.db, provider.id, first, last)
  const few = new Set(await fewLeftNear(ctx.db, provider, first, last))
  const taken = ({ kind, ...row }: BusyRow) =>
    kind === 'booked_out' ? [] : [{ ...presentStanding(row, row.event_date, provider.tz), kind }]
  return {
    month,
    today: todayIn(provider.tz, ctx.now),
    timeZone: provider.tz,
    countryCode: provider.country_code as CountryCode,
    area: provider.area,
    days: Array.from({ length: daysBetween(first, next) }, (_, i) => dateAfter(first, i)).map((date) => ({
      date,
      requests: requests.get(date) ?? 0,
      fewLeft: few.has(date),
      bookedOut: (busy.get(date) ?? [])
        .filter(({ kind }) => kind === 'booked_out')
        .map((row) => presentBookedOut(row, provider.tz)),
      taken: (busy.get(date) ?? []).flatMap(taken),
    })),
  }
}

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
    lat: provider.lat,
    lng: provider.lng,
    countryCode: provider.country_code,
    party: partyOf([{ count: 1, services: [service.id] }]),
    serviceNos: [service.no],
    setupMinutes: service.setupMinutes,
    percent: 0,
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
    percent: counts.reach < demandAtLeast.providers ? null : Math.round(percent(counts.people.booked, counts.reach)),
    place: provider.area,
  }
}
