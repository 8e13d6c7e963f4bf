import type { bookings } from '#contract/bookings/bookings.ts'
import { holdTimers } from '#contract/checkout/lifecycle-hold.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findQuoteById } from '#server/search/index.ts'
import { countExtensionsLeft, getCallerHold, getStart, markActHeld, presentHold } from './caller-holds.ts'
import { extendHolds, type HoldRow, lockHold, lockHoldsOfTeam } from './holds.queries.ts'

/**
 * Extends a hold and the other holds of its team. Idempotent: an extension that was made already is not repeated. Throws
 * `hold_lapsed` after the time has run out, and `hold_extension_limit` after the last extension.
 */
export async function extendHold(
  ctx: Context,
  { holdId, extension }: InputOf<typeof bookings.extendHold>,
): Promise<OutputOf<typeof bookings.extendHold>> {
  const { team_up_id } = await getCallerHold(ctx, holdId)
  await ctx.transaction(async (tx) => {
    const holds = team_up_id ? await lockHoldsOfTeam(tx.db, team_up_id) : [await lockHold(tx.db, holdId)]
    const hold = holds.find((one) => one?.id === holdId)
    if (hold?.state !== 'held' || hold.expires_at <= tx.now) throw new Refusal('hold_lapsed')
    if (hold.extensions >= extension) return
    const parts = []
    for (const one of holds) if (one) parts.push(await partOf(tx, one))
    if (parts.some(({ left }) => left === 0)) throw new Refusal('hold_extension_limit')
    const until = new Date(
      Math.min(
        hold.expires_at.getTime() + holdTimers.extensionMinutes * 60_000,
        ...parts.map(({ startsAt }) => startsAt),
      ),
    )
    await extendHolds(
      tx.db,
      parts.map(({ row }) => row.id),
      { until, extension: hold.extensions + 1 },
    )
    for (const { row, quote } of parts) await markActHeld(tx, row, quote, until)
  })
  return { hold: await presentHold(ctx, holdId) }
}

async function partOf(tx: Context, row: HoldRow) {
  const quote = await findQuoteById(tx.db, row.search_id, row.quote_id)
  if (!quote) throw new Refusal('hold_lapsed')
  return { row, quote, left: countExtensionsLeft(row, quote), startsAt: getStart(quote) }
}
