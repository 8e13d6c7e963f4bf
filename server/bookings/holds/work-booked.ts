import { type Sender, senderOf } from '#server/notifications/door.ts'
import { acceptOffer } from '#server/offers/door.ts'
import { endOpenRequests, searchesWithRequests } from '#server/offers/requests/door.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { announceBooked } from './announce-booked.ts'
import { putOffBookedJob, standingBookings, takeBookedJobs } from './booked-job-queries.ts'

const AT_ONCE = 50

/** Does what follows from bookings that stand, many at once: each mail, line and hint once, however often it is begun. One that fails waits and holds no other up. */
export async function workBooked(ctx: Context): Promise<void> {
  const sender = await senderOf(ctx)
  for (let most = AT_ONCE; ; ) {
    try {
      if ((await ctx.transaction((tx) => workSome(tx, sender, most))) < most) return
    } catch (fault) {
      if (most === 1) {
        ctx.log.error(faultFields(fault), 'what follows from a booking was not done')
        await putOffBookedJob(ctx.db, ctx.now)
      }
      most = 1
    }
  }
}

async function workSome(ctx: Context, sender: Sender, most: number): Promise<number> {
  const ids = await takeBookedJobs(ctx.db, ctx.now, most)
  if (ids.length === 0) return 0
  const rows = await standingBookings(ctx.db, ids)
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
