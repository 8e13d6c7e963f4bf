import { appointmentTimers } from '#contract/bookings/lifecycle-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import { doneBy, moveAppointment } from './appointment-queries.ts'
import { releaseAll } from '#server/bookings/money/refund-share.ts'
import { lockBooking } from '#server/bookings/money/lock-booking.ts'
import { countKept } from '#server/providers/index.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'

/** Appointments whose end is 48 hours past and of which nobody has reported a problem are done: what was earned goes with the next payout. */
export async function completeAppointments(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - appointmentTimers.completedHours * 3_600_000)
  for (const { id } of await doneBy(ctx.db, before, 200)) {
    await ctx.transaction(async (tx) => {
      const found = await lockBooking(tx, id)
      if (found?.row.state !== 'booked') return
      const { row, payments } = found
      const now = await moveAppointment(tx.db, row, 'complete', 'clock', {
        completed_at: tx.now,
        done_at: row.done_at ?? row.ends_at,
      })
      await releaseAll(tx, row, payments)
      await countKept(tx.db, row.provider_id)
      await publishAppointment(tx, now, 'appointment.changed')
    })
  }
}
