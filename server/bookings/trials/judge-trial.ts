import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'
import { presentOwnAppointment } from '#server/bookings/appointments/read-appointment.ts'
import { lockBooking } from '#server/bookings/money/lock-booking.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { endTested } from '#server/bookings/patch-tests/judge-test.ts'
import { senderOf, type Sender } from '#server/notifications/door.ts'
import { sendPayments } from '#server/payments/bank/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { takeTrialOff } from './take-trial-off.ts'
import { isAhead } from './trial-terms.ts'
import { changeTrial, testIn, type TrialRow, trialOf } from './trial-queries.ts'

/** What an artist says of the trial of a booking: done or missed once it has begun, with the patch test that is a part of it; off before. */
export async function judgeTrial(
  ctx: Context,
  { appointmentId, outcome }: InputOf<typeof providerBookings.judgeTrial>,
): Promise<OutputOf<typeof providerBookings.judgeTrial>> {
  await appointmentOfOwn(ctx, appointmentId)
  const sender = await senderOf(ctx)
  const answer = await ctx.once(async (tx) => {
    const found = await lockBooking(tx, appointmentId)
    const trial = found && (await trialOf(tx.db, appointmentId))
    if (!found || !trial) throw new Refusal('state_changed')
    if (outcome !== 'off') await judged(tx, sender, found.row, trial, outcome)
    else if (isAhead(found.row, trial, tx.now)) await takeTrialOff(tx, sender, found, trial, 'provider')
    else throw new Refusal('state_changed')
    return presentOwnAppointment(tx, appointmentId)
  })
  await sendPayments(ctx)
  return answer
}

async function judged(
  tx: Context,
  sender: Sender,
  row: AppointmentRow,
  trial: TrialRow,
  outcome: 'done' | 'missed',
): Promise<void> {
  if (trial.state !== 'booked' || !trial.starts_at) throw new Refusal('state_changed')
  if (trial.starts_at > tx.now) throw new Refusal('too_early')
  await changeTrial(tx.db, trial.id, ['booked'], { state: outcome, ended_at: tx.now })
  if (await testIn(tx.db, trial.id)) await endTested(tx, sender, row, outcome)
  await publishAppointment(tx, row, 'appointment.changed')
}
