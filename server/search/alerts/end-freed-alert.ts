import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { quotes } from '#contract/search/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { endAlert } from './alert-queries.ts'

/** Ends an alert by the key in its mail, on whatever device that is read. */
export async function endFreedAlert(
  ctx: Context,
  { key }: InputOf<typeof quotes.endAlert>,
): Promise<OutputOf<typeof quotes.endAlert>> {
  if (!(await endAlert(ctx.db, key))) throw new Refusal('not_found')
  return { on: false }
}
