import type { HoldRow } from '#server/bookings/holds/hold-queries.ts'
import { ownHoldOf } from '#server/bookings/holds/own-hold.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { quoteById, type QuoteRow } from '#server/search/locked-quotes/door.ts'
import { dayOfHold, type HeldDay } from './day-of-hold.ts'

/** A kept time of the caller's own with its price and its day; one that is kept with a team has no visits of its own. */
export async function heldToVisit(
  ctx: Context,
  holdId: string,
): Promise<{ hold: HoldRow; quote: QuoteRow; day: HeldDay }> {
  const { hold, search } = await ownHoldOf(ctx, holdId)
  const quote = search && (await quoteById(ctx.db, hold.search_id, hold.quote_id))
  const day = search && quote ? dayOfHold(hold, quote, search) : null
  if (!quote || !day || hold.team_up_id) throw new Refusal('not_found')
  return { hold, quote, day }
}
