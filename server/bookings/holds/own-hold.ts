import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSearch, owns, type SearchRow } from '#server/search/index.ts'

import { holdById, type HoldRow } from './hold-queries.ts'

/** A hold of the caller's own; somebody else's is not found. */
export const ownHold = async (ctx: Context, holdId: string): Promise<HoldRow> => (await ownHoldOf(ctx, holdId)).hold

/** The same with the search that it is for. */
export async function ownHoldOf(ctx: Context, holdId: string): Promise<{ hold: HoldRow; search: SearchRow | null }> {
  const hold = await holdById(ctx.db, holdId)
  if (!hold) throw new Refusal('not_found')
  return { hold, search: await searchOfOwn(ctx, hold) }
}

/** The search of a hold; a hold that is somebody else's is not found. */
export async function searchOfOwn(ctx: Context, hold: HoldRow): Promise<SearchRow | null> {
  const search = await findSearch(ctx.database, hold.search_id)
  const mine =
    (search && owns(ctx.viewer, search)) || (ctx.viewer.accountId !== null && hold.account_id === ctx.viewer.accountId)
  if (!mine) throw new Refusal('not_found')
  return search
}
