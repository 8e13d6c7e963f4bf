import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSearch, type SearchRow } from '#server/search/queries.ts'
import { owns } from '#server/search/saved-search.ts'

/** A search of the caller's own; nobody else learns what they have in mind. */
export async function ownSearch(ctx: Context, id: string): Promise<SearchRow> {
  const row = await findSearch(ctx.database, id)
  if (!row) throw new Refusal('not_found')
  if (!owns(ctx.viewer, row)) throw new Refusal('not_yours')
  return row
}
