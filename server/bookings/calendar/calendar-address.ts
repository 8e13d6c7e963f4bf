import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownBookings } from '#contract/bookings/own-bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addressOf } from './calendar-key.ts'
import { saveCalendarKey } from './published-calendar-queries.ts'

/** Returns the secret address of the caller's calendar and creates it on the first call. `anew` replaces the old address, which stops working. */
export async function calendarAddress(
  ctx: Context,
  { side, anew }: InputOf<typeof ownBookings.calendarAddress>,
): Promise<OutputOf<typeof ownBookings.calendarAddress>> {
  if (side === 'provider' && !ctx.viewer.roles.includes('provider')) throw new Refusal('not_found')
  return ctx.once(async (tx) => {
    const key = await saveCalendarKey(
      tx.db,
      { account_id: tx.viewer.accountId as string, side, created_at: tx.now, seen_at: tx.now },
      anew,
    )
    return { address: await addressOf(tx, key) }
  })
}
