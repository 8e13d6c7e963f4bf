import { letGoBill } from '#server/bookings/split/let-go-bill.ts'
import { senderIn } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type EndedHold, type HoldFilter, type HoldRelease, lockDiary } from '#server/providers/index.ts'
import { endHeldTimes } from './end-held-times.ts'
import { matchingHolds } from './hold-queries.ts'

/** Ends all holds that match, in the caller's transaction; see `releaseHolds` in the diary's public API. */
export async function releaseMatchingHolds(
  ctx: Context,
  filter: HoldFilter,
  { reason, whilePaying = 'release' }: HoldRelease,
): Promise<EndedHold[]> {
  const before = await matchingHolds(ctx.db, filter)
  for (const providerId of [...new Set(before.map(({ provider_id }) => provider_id))].sort())
    await lockDiary(ctx.db, providerId)
  const found = await matchingHolds(ctx.db, filter)
  const paying = new Set(found.filter((hold) => hold.paying).map(({ id }) => id))
  if (whilePaying === 'refuse' && paying.size > 0) throw new Refusal('customer_paying')
  const ended = await endHeldTimes(
    ctx,
    found.map(({ id }) => id),
    reason,
  )
  for (const hold of ended) if (hold.split) await letGoBill(ctx, await senderIn(ctx), hold)
  return ended.map(({ id, search_id, provider_id, account_id }) => ({
    id,
    searchId: search_id,
    providerId: provider_id,
    accountId: account_id,
    paying: paying.has(id),
  }))
}
