import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { bookingAhead, otherOperators } from '#server/accounts/own-account/own-data-queries.ts'
import type { AccountRow } from '#server/accounts/queries.ts'

/** Refuses to let somebody go who has a booking ahead or is the last operator. */
export async function refuseWhileNeeded(ctx: Context, account: AccountRow): Promise<void> {
  const day = await bookingAhead(ctx.db, account.id, ctx.now)
  if (day) throw new Refusal('open_bookings', { detail: { date: day } })
  if (account.roles.includes('operator') && (await otherOperators(ctx.db, account.id)) === 0)
    throw new Refusal('last_operator')
}
