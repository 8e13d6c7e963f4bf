import { appointmentTimers } from '#contract/appointments/lifecycle-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import {
  type BookingEvents,
  listAppointmentsToComplete,
  lockBooking,
  moveAppointment,
  publishAppointment,
  publishBookingEvent,
} from '#server/appointments/index.ts'
import { releaseAll } from '#server/billing/index.ts'
import { countKept } from '#server/providers/index.ts'

/** Completes appointments 48 hours after their end, unless a problem was reported. Publishes `bookingCompleted`. */
export async function completeAppointments(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - appointmentTimers.completedHours * 3_600_000)
  for (const { id } of await listAppointmentsToComplete(ctx.db, before, 200)) {
    await ctx.transaction(async (tx) => {
      const found = await lockBooking(tx, id)
      if (found?.row.state !== 'booked') return
      const { row, payments } = found
      const now = await moveAppointment(tx.db, row, 'complete', 'clock', {
        completed_at: tx.now,
        done_at: row.done_at ?? row.ends_at,
      })
      await publishBookingEvent(tx, 'bookingCompleted', { row: now, payments })
    })
  }
}

type Completed = BookingEvents['bookingCompleted']

export const releasePayments = (ctx: Context, { row, payments }: Completed): Promise<void> =>
  releaseAll(ctx, row, payments)

export async function countCompleted(ctx: Context, { row }: Completed): Promise<void> {
  await countKept(ctx.db, row.provider_id)
}

export const publishCompleted = (ctx: Context, { row }: Completed): Promise<void> =>
  publishAppointment(ctx, row, 'appointment.changed')
