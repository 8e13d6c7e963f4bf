import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, dayOf, todayIn } from '#server/platform/event-day.ts'
import { ownProvider } from '#server/providers/door.ts'
import { testsOfProvider } from '#server/bookings/patch-tests/test-queries.ts'
import { appointmentsOfProvider } from './appointment-queries.ts'
import { summariesOf } from './present-appointment.ts'

type Calls = typeof providerBookings
const MOST = 500

/** One's own appointments between two dates, both included; without dates from today on. */
export async function listAppointments(
  ctx: Context,
  { from, until }: InputOf<Calls['list']>,
): Promise<OutputOf<Calls['list']>> {
  const provider = await ownProvider(ctx)
  const today = todayIn(provider.tz, ctx.now)
  const first = dayOf(from ?? today, provider.tz).at(0)
  const last = until ? new Date(dayOf(dateAfter(until, 1), provider.tz).at(300)) : null
  const rows = await appointmentsOfProvider(ctx.db, provider.id, new Date(first), last, MOST)
  const tests = await testsOfProvider(ctx.db, provider.id, new Date(first), last)
  return {
    appointments: await summariesOf(ctx, rows, 'provider'),
    tests: tests.map(({ starts_at, ends_at, state, ...test }) => {
      const iso = (at: Date) => dayOf(test.eventDate, provider.tz).iso(at.getTime())
      return { ...test, startsAt: iso(starts_at), endsAt: iso(ends_at), done: state === 'done' }
    }),
    timeZone: provider.tz,
    today,
  }
}
