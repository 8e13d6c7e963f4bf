import type { Context } from '#server/platform/context.ts'
import { soon } from '#server/platform/work/soon.ts'
import { keepBookedJob } from './booked-job-queries.ts'

/** Keeps with a booking what follows from it, and has it done once the booking is committed. In the transaction that books. */
export async function afterBooking(ctx: Context, appointmentId: string): Promise<void> {
  await keepBookedJob(ctx.db, appointmentId, ctx.now)
  ctx.after(() => soon(ctx, 'work-booked'))
}
