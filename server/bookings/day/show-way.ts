import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { metresBetween } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider, speedsOf, travelMinutes } from '#server/providers/index.ts'
import { appointmentsOfProvider } from '#server/bookings/appointments/appointment-queries.ts'
import { ownAppointmentsBetween } from '#server/bookings/own-clients/own-client-queries.ts'
import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'

/** The way to an appointment as the diary counts it: from the job before it on that day, else from the artist's base; null where the customer comes to the artist. */
export async function showWay(
  ctx: Context,
  { appointmentId }: InputOf<typeof providerBookings.way>,
): Promise<OutputOf<typeof providerBookings.way>> {
  const row = await appointmentOfOwn(ctx, appointmentId)
  if (row.mode === 'studio') return { way: null }
  const provider = await ownProvider(ctx)
  const day = await appointmentsOfProvider(
    ctx.db,
    provider.id,
    new Date(row.starts_at.getTime() - DAY_MS),
    row.starts_at,
    50,
  )
  const booked = day.filter(
    ({ id, event_date, state }) => id !== row.id && event_date === row.event_date && state !== 'cancelled',
  )
  const own = (await ownAppointmentsBetween(ctx.db, provider.id, row.event_date, row.event_date)).filter(
    ({ cancelled_at, starts_at }) => cancelled_at === null && starts_at < row.starts_at,
  )
  const before = [...booked, ...own]
    .flatMap(({ lat, lng, starts_at }) => (lat === null || lng === null ? [] : [{ lat, lng, starts_at }]))
    .toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
    .at(-1)
  const from = before ?? provider
  return {
    way: {
      from: [from.lng, from.lat],
      to: [row.lng, row.lat],
      after: before ? 'job' : 'base',
      metres: Math.round(metresBetween(from.lat, from.lng, row.lat, row.lng)),
      minutes: travelMinutes(from, row, await speedsOf(ctx)),
    },
  }
}

const DAY_MS = 86_400_000
