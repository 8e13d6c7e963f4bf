import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentBooking } from '#server/bookings/appointments/present-booking.ts'
import { lockBooking } from '#server/bookings/money/lock-booking.ts'
import { senderOf } from '#server/notifications/door.ts'
import { sendPayments } from '#server/payments/bank/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { takeTrialOff } from './take-trial-off.ts'
import { isAhead, priceWithout } from './trial-terms.ts'
import { trialOf } from './trial-queries.ts'

/** Cancels the trial of an own booking alone, with exactly what was shown to come off the price; where a boundary has passed meanwhile, refuses with what it is now. */
export async function cancelTrial(
  ctx: Context,
  { appointmentId, refund: shown }: InputOf<typeof bookings.cancelTrial>,
): Promise<OutputOf<typeof bookings.cancelTrial>> {
  await ownAppointment(ctx, appointmentId)
  const sender = await senderOf(ctx)
  const answer = await ctx.once(async (tx) => {
    const found = await lockBooking(tx, appointmentId)
    const trial = found && (await trialOf(tx.db, appointmentId))
    if (!found || !trial || !isAhead(found.row, trial, tx.now)) throw new Refusal('state_changed')
    const back = major(priceWithout(found.row, trial, 'customer', tx.now).backMinor)
    if (back !== shown) throw new Refusal('refund_changed', { detail: { refund: back } })
    await takeTrialOff(tx, sender, found, trial, 'customer')
    return presentBooking(tx, appointmentId)
  })
  await sendPayments(ctx)
  return answer
}
