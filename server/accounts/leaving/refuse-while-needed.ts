import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { bookingAhead } from '#server/accounts/own-account/own-data-queries.ts'
import { legalHoldOf, otherOwners } from '#server/accounts/standing-queries.ts'
import type { AccountRow } from '#server/accounts/queries.ts'

/** Refuses to let somebody go who has a booking ahead, is the last owner, or of whom everything is kept for a claim. */
export async function refuseWhileNeeded(ctx: Context, account: AccountRow): Promise<void> {
  const day = await bookingAhead(ctx.db, account.id, ctx.now)
  if (day) throw new Refusal('open_bookings', { detail: { date: day } })
  if (account.duties.includes('owner') && (await otherOwners(ctx.db, account.id)) === 0)
    throw new Refusal('last_operator')
  if (await legalHoldOf(ctx.db, account.id)) throw new Refusal('kept_for_a_claim')
}
