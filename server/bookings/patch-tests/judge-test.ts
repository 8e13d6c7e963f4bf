import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'
import { presentOwnAppointment } from '#server/bookings/appointments/read-appointment.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { type Sender, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { takeTestOff } from './take-test-off.ts'
import { tellTest } from './tell-test.ts'
import { coverServices, endTest, testOf, missingOf } from './test-queries.ts'

/** What an artist says of the patch test of a booking: done or missed once it has begun, off before. */
export async function judgeTest(
  ctx: Context,
  { appointmentId, outcome }: InputOf<typeof providerBookings.patchTest>,
): Promise<OutputOf<typeof providerBookings.patchTest>> {
  await appointmentOfOwn(ctx, appointmentId)
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    if (outcome === 'off') await takeTestOff(tx, sender, appointmentId)
    else await judged(tx, sender, appointmentId, outcome)
    return presentOwnAppointment(tx, appointmentId)
  })
}

async function judged(tx: Context, sender: Sender, appointmentId: string, outcome: 'done' | 'missed'): Promise<void> {
  const row = await lockAppointmentOf(tx, appointmentId)
  const test = await testOf(tx.db, row.id)
  if (test?.state !== 'booked') throw new Refusal('state_changed')
  if (test.starts_at > tx.now) throw new Refusal('too_early')
  await endTested(tx, sender, row, outcome)
  await publishAppointment(tx, row, 'appointment.changed')
}

/** Ends the patch test of a locked booking that is booked, as what it was; a missed one is told. */
export async function endTested(
  tx: Context,
  sender: Sender,
  row: AppointmentRow,
  outcome: 'done' | 'missed',
): Promise<void> {
  // Whoever has joined since it was booked has their service tested with the others.
  const missing = await missingOf(tx.db, row)
  const test = await endTest(tx.db, row.id, outcome, tx.now)
  if (!test) throw new Refusal('state_changed')
  if (outcome === 'done')
    await coverServices(tx.db, test.id, [...new Set([...test.services, ...missing.map(({ id }) => id)])])
  else await tellTest(tx, sender, row, 'missed', test)
}
