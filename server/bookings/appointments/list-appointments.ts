import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, dayOf, todayIn } from '#server/platform/event-day.ts'
import { ownProvider } from '#server/providers/door.ts'
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
  const rows = await appointmentsOfProvider(
    ctx.db,
    provider.id,
    new Date(first),
    until ? new Date(dayOf(dateAfter(until, 1), provider.tz).at(300)) : null,
    MOST,
  )
  return { appointments: await summariesOf(ctx, rows, 'provider'), timeZone: provider.tz, today }
}
