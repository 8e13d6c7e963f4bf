import type { OutputOf } from '#contract/endpoint.ts'
import { isInProgress } from '#contract/bookings/lifecycle-appointment.ts'
import type { ownBookings } from '#contract/bookings/own-bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { listOwnSearches } from './list-own-searches.ts'
import { countSaved } from './saved-queries.ts'

type Calls = typeof ownBookings

/** How many searches of one's own are in progress and how many artists one has saved, as their pages list them. */
export async function countOwn(ctx: Context): Promise<OutputOf<Calls['counts']>> {
  const [{ searches }, saved] = await Promise.all([
    listOwnSearches(ctx),
    countSaved(ctx.db, ctx.viewer.accountId as string),
  ])
  return { quotes: searches.filter(isInProgress).length, saved }
}
