import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import { speedsOf } from '#server/providers/diary/door.ts'
import { missingOf } from './test-queries.ts'
import { testTimesOn } from './test-times.ts'

/** When the artist is free on a day for the patch test that a booking needs. */
export async function showTestTimes(
  ctx: Context,
  { appointmentId, eventDate }: InputOf<typeof bookings.testTimes>,
): Promise<OutputOf<typeof bookings.testTimes>> {
  const row = await ownAppointment(ctx, appointmentId)
  const missing = await missingOf(ctx.db, row)
  return { times: await testTimesOn(ctx, row, { eventDate, missing, speeds: await speedsOf(ctx) }) }
}
