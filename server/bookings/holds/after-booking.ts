import type { Context } from '#server/platform/context.ts'
import { soon } from '#server/platform/work/soon.ts'
import { insertBookingJob } from './booking-job-queries.ts'

/** Schedules the job that finishes a booking, in the transaction that books, and starts it after the commit. */
export async function afterBooking(ctx: Context, appointmentId: string): Promise<void> {
  await insertBookingJob(ctx.db, appointmentId, ctx.now)
  ctx.after(() => soon(ctx, 'work-booked'))
}
