import type { HoldEndReason } from '#contract/bookings/lifecycle-hold.ts'
import { letGoBill } from '#server/bookings/split/let-go-bill.ts'
import { senderIn } from '#server/notifications/door.ts'
import { sendAfter } from '#server/payments/bank/door.ts'
import { letGoReserved } from '#server/payments/reserved/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type EndedHold, freeBusy, type HoldFilter, type HoldRelease } from '#server/providers/diary/door.ts'
import { lockDiary } from '#server/providers/door.ts'
import { showNoLongerHeld } from './act-of-hold.ts'
import { endHolds, type HoldRow, matchingHolds, visitsOfHolds } from './hold-queries.ts'

type Ended = HoldRow & { billEnded: boolean }

/**
 * Ends holds that still stand, with everything that belongs to them, in the caller's transaction and under `lockDiary` of
 * their artists: their time, their shared bill, and their open or authorised payments, which the gateway cancels after
 * the commit. A payment that a webhook has locked is voided by that webhook. Returns the holds it ended.
 */
export async function endHeldTimes(ctx: Context, ids: readonly string[], reason: HoldEndReason): Promise<Ended[]> {
  const ended = await endHolds(ctx.db, ids, { event: reason === 'expired' ? 'lapse' : 'release', reason, now: ctx.now })
  if (ended.length === 0) return []
  const refs = ended.map(({ id }) => id)
  await freeBusy(ctx, [...refs, ...(await visitsOfHolds(ctx.db, refs))])
  await letGoReserved(ctx, refs)
  sendAfter(ctx)
  const done: Ended[] = []
  for (const hold of ended) {
    await showNoLongerHeld(ctx, hold)
    const kind = reason === 'expired' ? 'hold.lapsed' : 'hold.changed'
    await announce(ctx, { to: [`search:${hold.search_id}`], kind, ref: hold.id })
    const billEnded = hold.split && (await letGoBill(ctx, await senderIn(ctx), hold))
    done.push({ ...hold, billEnded })
  }
  return done
}

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
  return ended.map(({ id, search_id, provider_id, account_id }) => ({
    ...{ id, searchId: search_id, providerId: provider_id, accountId: account_id, paying: paying.has(id) },
  }))
}
