import type { Context } from '#server/platform/context.ts'
import { deleteExpiredChallenges } from '#server/platform/http/challenge.ts'
import { deleteOldThrottles } from '#server/accounts/sessions/throttle-queries.ts'
import { forgetPast } from '#server/accounts/own-account/own-data-queries.ts'

/** Deletes links, copies of data, proofs and sessions whose time has passed. */
export async function forgetPastLinks(ctx: Context): Promise<void> {
  await forgetPast(ctx.db, ctx.now)
  await deleteExpiredChallenges(ctx.db, ctx.now)
  await deleteOldThrottles(ctx.db, ctx.now)
}
