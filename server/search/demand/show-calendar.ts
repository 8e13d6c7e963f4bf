import type { calendar } from '#contract/search/demand/calendar.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, dayOf, daysBetween, todayIn } from '#server/platform/event-day.ts'
import {
  type BusyRow,
  busyRows,
  feedsWithin,
  hoursOfDay,
  hoursSaid,
  ownProvider,
  presentBookedOut,
  presentStanding,
} from '#server/providers/index.ts'
import { openDays } from './open-days.ts'
import { requestsByDay } from '#server/search/queries.ts'

// An event's day ends with its night.
const [dayBegins, dayEnds] = [300, 1740]

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
  const hours = provider.hours === null ? null : await hoursSaid(ctx.db, provider)
  const spanOf = (date: string) =>
    [dayOf(date, provider.tz).at(dayBegins), dayOf(date, provider.tz).at(dayEnds)] as const
  const elsewhere = await feedsWithin(ctx.db, provider.id, spanOf(first)[0], spanOf(last)[1])
  const taken = ({ kind, ref, buffer_minutes: bufferMinutes, ...row }: BusyRow) =>
    kind === 'booked_out' || kind === 'feed'
      ? []
      : [
          {
            ...presentStanding({ from: row.from, to: row.to - bufferMinutes * 60_000 }, row.event_date, provider.tz),
            kind,
            ref,
            bufferMinutes,
          },
        ]
  // Each day shows its part of an event of several days.
  const elsewhereOn = (date: string) => {
    const [begins, ends] = spanOf(date)
    return elsewhere
      .filter(({ from, to }) => from < ends && to > begins)
      .map(({ from, to, bufferMinutes }) => ({
        ...presentStanding({ from: Math.max(from, begins), to: Math.min(to, ends) }, date, provider.tz),
        kind: 'feed' as const,
        ref: null,
        // What goes on for several days has its buffer on the last one.
        bufferMinutes: to < ends ? bufferMinutes : 0,
      }))
  }
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
      closed: hours ? hoursOfDay(hours, date).closed : [],
      taken: [...(busy.get(date) ?? []).flatMap(taken), ...elsewhereOn(date)].toSorted(
        (a, b) => Date.parse(a.from) - Date.parse(b.from),
      ),
    })),
  }
}
