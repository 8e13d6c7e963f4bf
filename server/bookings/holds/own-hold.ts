import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { freeBusy } from '#server/providers/diary/door.ts'
import { lockDiary } from '#server/providers/door.ts'
import { findSearch } from '#server/search/door.ts'
import { owns } from '#server/search/searches/door.ts'
import { showNoLongerHeld } from './act-of-hold.ts'
import { endHolds, holdById, type HoldRow } from './hold-queries.ts'
import { presentHold } from './present-hold.ts'

/** A hold of the caller's own; somebody else's is not found. */
export async function ownHold(ctx: Context, holdId: string): Promise<HoldRow> {
  const hold = await holdById(ctx.db, holdId)
  const search = hold && (await findSearch(ctx.database, hold.search_id))
  const mine =
    hold &&
    ((search && owns(ctx.viewer, search)) ||
      (ctx.viewer.accountId !== null && hold.account_id === ctx.viewer.accountId))
  if (!hold || !mine) throw new Refusal('not_found')
  return hold
}

export async function readHold(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.readHold>,
): Promise<OutputOf<typeof bookings.readHold>> {
  await ownHold(ctx, holdId)
  return { hold: await presentHold(ctx, holdId) }
}

/** Lets a kept time go at once; one that has ended already stays as it is. */
export async function releaseHold(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.releaseHold>,
): Promise<OutputOf<typeof bookings.releaseHold>> {
  const hold = await ownHold(ctx, holdId)
  await ctx.transaction(async (tx) => {
    await lockDiary(tx.db, hold.provider_id)
    const ended = await endHolds(tx.db, [hold.id], 'release', tx.now)
    await freeBusy(tx.db, ended)
    if (ended.length) await showNoLongerHeld(tx, hold)
  })
  return { hold: await presentHold(ctx, holdId) }
}
