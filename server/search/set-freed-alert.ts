import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { quotes } from '#contract/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSearch, setAlert } from './queries.ts'
import { owns } from './saved-search.ts'

/** Remembers, or forgets, whom to tell when a time frees up for this search. */
export async function setFreedAlert(ctx: Context, { quoteId, email, on }: InputOf<typeof quotes.alert>): Promise<OutputOf<typeof quotes.alert>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!owns(ctx.viewer, row)) throw new Refusal('not_yours')
  await setAlert(ctx.db, row.id, email, on)
  return { on }
}
