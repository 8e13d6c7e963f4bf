import { type Sender, senderOf } from '#server/notifications/index.ts'
import { acceptOffer, endOpenRequests, searchesWithRequests } from '#server/offers/index.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { announceBooked } from './announce-booked.ts'
import { postponeBookingJob, lockBookedAppointments, takeDueBookingJobs } from './booking-job-queries.ts'

const AT_ONCE = 50

/** Finishes bookings in batches: emails, conversations, live events and the requests that end. Idempotent: after a failure the rest is retried one by one, and the failed job is postponed. */
export async function workBooked(ctx: Context): Promise<void> {
  const sender = await senderOf(ctx)
  for (let most = AT_ONCE; ; ) {
    try {
      if ((await ctx.transaction((tx) => workSome(tx, sender, most))) < most) return
    } catch (fault) {
      if (most === 1) {
        ctx.log.error(faultFields(fault), 'what follows from a booking was not done')
        await postponeBookingJob(ctx.db, ctx.now)
      }
      most = 1
    }
  }
}

async function workSome(ctx: Context, sender: Sender, most: number): Promise<number> {
  const ids = await takeDueBookingJobs(ctx.db, ctx.now, most)
  if (ids.length === 0) return 0
  const rows = await lockBookedAppointments(ctx.db, ids)
  if (rows.length === 0) return ids.length
  const asked = await searchesWithRequests(
    ctx.db,
    rows.filter((row) => !row.rescued_from).map((row) => row.search_id),
  )
  for (const { search_id: searchId, provider_id: providerId } of rows.filter((row) => asked.has(row.search_id))) {
    await acceptOffer(ctx, { searchId, providerId })
    await endOpenRequests(ctx, sender, { searchId, exceptProviderId: providerId })
  }
  await announceBooked(ctx, sender, rows)
  return ids.length
}
