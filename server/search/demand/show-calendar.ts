import type { calendar } from '#contract/search/demand/calendar.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, daysBetween, todayIn } from '#server/platform/event-day.ts'
import { busyRows, type BusyRow } from '#server/providers/diary/door.ts'
import { presentBookedOut, presentStanding } from '#server/providers/booked-out/door.ts'
import { ownProvider } from '#server/providers/door.ts'
import { openDays } from './open-days.ts'
import { requestsByDay } from '#server/search/queries.ts'

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
  const open = await openDays(ctx, { ...provider, countryCode: provider.country_code })
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
      fewLeft: open.days[daysBetween(open.start, date)]?.few ?? false,
      bookedOut: (busy.get(date) ?? [])
        .filter(({ kind }) => kind === 'booked_out')
        .map((row) => presentBookedOut(row, provider.tz)),
      taken: (busy.get(date) ?? []).flatMap(taken),
    })),
  }
}
