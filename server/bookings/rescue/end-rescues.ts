import { sendPayments } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { rescuesPast } from '#server/bookings/appointments/appointment-queries.ts'
import { endRescueOf } from './end-rescue-of.ts'

/** Gives back what waits for a choice that nobody has made in time. */
export async function endRescues(ctx: Context): Promise<void> {
  for (const { id } of await rescuesPast(ctx.db, ctx.now, 200))
    await ctx.transaction((tx) => endRescueOf(tx, id, 'lapsed'))
  await sendPayments(ctx)
}
