import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'
import { presentOwnAppointment } from '#server/bookings/appointments/read-appointment.ts'
import { lockBooking } from '#server/bookings/money/lock-booking.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { type Sender, senderOf } from '#server/notifications/door.ts'
import { sendPayments } from '#server/payments/bank/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cancelBookedTest, cancelBookedTrial } from './cancel.ts'
import { listMissingOf } from './due-queries.ts'
import {
  findPatchTest,
  findTrial,
  hasBookedTest,
  type LinkedRow,
  saveTestedServices,
  updateBookedTest,
  updateTrial,
} from './linked-queries.ts'
import { notifyBothSides } from './notify.ts'
import { hasBegun, isOpenToChange } from './trial-money.ts'

type Outcome = 'done' | 'missed'

/** Saves the outcome of a patch test that has begun, or cancels it before, for the provider. */
export async function judgeTest(
  ctx: Context,
  { appointmentId, outcome }: InputOf<typeof providerBookings.patchTest>,
): Promise<OutputOf<typeof providerBookings.patchTest>> {
  await appointmentOfOwn(ctx, appointmentId)
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    if (outcome === 'off') await cancelBookedTest(tx, sender, appointmentId)
    else {
      const booking = await lockAppointmentOf(tx, appointmentId)
      assertBegun(await findPatchTest(tx.db, booking.id), tx.now)
      await endTest(tx, sender, booking, outcome)
      await publishAppointment(tx, booking, 'appointment.changed')
    }
    return presentOwnAppointment(tx, appointmentId)
  })
}

/** Saves the outcome of a trial that has begun, and of the patch test that is part of it, or cancels it before, for the provider. */
export async function judgeTrial(
  ctx: Context,
  { appointmentId, outcome }: InputOf<typeof providerBookings.judgeTrial>,
): Promise<OutputOf<typeof providerBookings.judgeTrial>> {
  await appointmentOfOwn(ctx, appointmentId)
  const sender = await senderOf(ctx)
  const answer = await ctx.once(async (tx) => {
    const found = await lockBooking(tx, appointmentId)
    const trial = found && (await findTrial(tx.db, appointmentId))
    if (!found || !trial) throw new Refusal('state_changed')
    if (outcome === 'off') {
      if (!isOpenToChange(found.row, trial, tx.now)) throw new Refusal('state_changed')
      await cancelBookedTrial(tx, sender, found, trial, 'provider')
    } else {
      assertBegun(trial, tx.now)
      await updateTrial(tx.db, trial.id, ['booked'], { state: outcome, ended_at: tx.now })
      if (await hasBookedTest(tx.db, trial.id)) await endTest(tx, sender, found.row, outcome)
      await publishAppointment(tx, found.row, 'appointment.changed')
    }
    return presentOwnAppointment(tx, appointmentId)
  })
  await sendPayments(ctx)
  return answer
}

/** Throws `state_changed` if a linked appointment is not booked, or `too_early` if it has not begun. */
function assertBegun(linked: LinkedRow | undefined, now: Date): void {
  if (linked?.state !== 'booked') throw new Refusal('state_changed')
  if (!hasBegun(linked, now)) throw new Refusal('too_early')
}

async function endTest(tx: Context, sender: Sender, booking: AppointmentRow, outcome: Outcome): Promise<void> {
  // Services of people who joined after the test was booked are tested with the others.
  const missing = await listMissingOf(tx.db, booking)
  const test = await updateBookedTest(tx.db, booking.id, { state: outcome, ended_at: tx.now })
  if (!test) throw new Refusal('state_changed')
  if (outcome === 'done')
    await saveTestedServices(tx.db, test.id, [...new Set([...test.services, ...missing.map(({ id }) => id)])])
  else await notifyBothSides(tx, sender, booking, 'test.missed', test)
}
