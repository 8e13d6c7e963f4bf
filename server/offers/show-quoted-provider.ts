import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { quotes } from '#contract/quotes.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { numbersOf } from '#server/providers/door.ts'
import { askedOf, findSearch, owns, presentSearch, quotedProviders } from '#server/search/door.ts'
import { lockQuote } from './lock-quote.ts'

/** One provider within a search; who fits gets a price that is kept for 72 hours, who does not gets the reason. */
export async function showQuotedProvider(ctx: Context, input: InputOf<typeof quotes.provider>): Promise<OutputOf<typeof quotes.provider>> {
  const row = await findSearch(ctx.database, input.quoteId)
  if (!row) throw new Refusal('not_found')
  const [known] = await numbersOf(ctx.database.reads, [input.profileId])
  if (!known) throw new Refusal('not_found')
  const asked = askedOf(row, await catalogOf(ctx.database), ctx.now)
  const [quoted] = await quotedProviders(ctx, asked, [known.no], input.type)
  if (!quoted) throw new Refusal('not_found')

  const locked = quoted.card.reason === 'fits' ? await lockQuote(ctx, asked, quoted) : null
  return {
    card: locked ? { ...quoted.card, price: locked.total, deposit: locked.deposit } : quoted.card,
    locked, search: presentSearch(asked, ctx.viewer), details: owns(ctx.viewer, row) ? row.details : null,
    why: locked ? null : quoted.card.reason,
  }
}
