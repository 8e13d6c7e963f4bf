import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSearch, owns } from '#server/search/door.ts'

import { ownRequestsOf } from './own-requests.ts'

/** What the caller has asked on a search, and on those that it is an edit of. */
export async function showOwnRequests(
  ctx: Context,
  { quoteId }: InputOf<typeof requests.ofSearch>,
): Promise<OutputOf<typeof requests.ofSearch>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!owns(ctx.viewer, row)) throw new Refusal('not_yours')
  return ownRequestsOf(ctx, row.id)
}
