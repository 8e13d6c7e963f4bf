import type { DayWay, providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { appointmentsOfProvider } from '#server/bookings/appointments/appointment-queries.ts'
import { ownAppointmentsBetween } from '#server/bookings/own-clients/own-client-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf, daysBetween } from '#server/platform/event-day.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { ownProvider, speedsOf, type Spot, travelMinutes, type TravelSpeeds } from '#server/providers/index.ts'

const MOST_DAYS = 62

/** The ways to and between the caller's jobs, day by day; to a job whose place is not known there is none. */
export async function listWays(
  ctx: Context,
  { from, until }: InputOf<typeof providerBookings.ways>,
): Promise<OutputOf<typeof providerBookings.ways>> {
  if (until < from || daysBetween(from, until) > MOST_DAYS) throw refuseField('times_in_order', 'until')
  const provider = await ownProvider(ctx)
  const [begins, ends] = [dayOf(from, provider.tz).at(0), dayOf(until, provider.tz).at(2 * 1440)]
  const booked = await appointmentsOfProvider(ctx.db, provider.id, new Date(begins), new Date(ends), 1_000)
  // Whoever acts as the artist sees nothing of their own clients, nor where they are.
  const own = ctx.viewer.actorId ? [] : await ownAppointmentsBetween(ctx.db, provider.id, from, until)
  const jobs = [
    ...booked.filter(({ state }) => state !== 'cancelled'),
    ...own.filter(({ cancelled_at }) => cancelled_at === null),
  ]
    .filter(({ event_date }) => event_date >= from && event_date <= until)
    .map(({ event_date, starts_at, ends_at, lat, lng }) => ({
      eventDate: event_date,
      from: starts_at.getTime(),
      to: ends_at.getTime(),
      spot: lat === null || lng === null ? null : { lat, lng },
    }))
  const speeds = await speedsOf(ctx)
  const byDay = Map.groupBy(jobs, ({ eventDate }) => eventDate)
  return {
    ways: [...byDay.keys()].sort().flatMap((day) => waysOf(byDay.get(day) ?? [], provider, speeds, provider.tz)),
  }
}

type Job = { eventDate: string; from: number; to: number; spot: Spot | null }

/** The ways of one day: from the base to the first job, then from each to the next. */
function waysOf(jobs: readonly Job[], base: Spot, speeds: TravelSpeeds, tz: string): DayWay[] {
  const sorted = jobs.toSorted((a, b) => a.from - b.from)
  return sorted.flatMap((job, i) => {
    const before = sorted[i - 1]
    const start = before ? before.spot : base
    const minutes = job.spot && start ? travelMinutes(start, job.spot, speeds) : 0
    if (minutes === 0) return []
    const day = dayOf(job.eventDate, tz)
    const setOut = job.from - minutes * 60_000
    return [
      {
        eventDate: job.eventDate,
        from: day.iso(setOut),
        to: day.iso(job.from),
        minutes,
        after: before ? ('job' as const) : ('base' as const),
        tight: before !== undefined && setOut < before.to,
      },
    ]
  })
}
