import type { OutputOf } from '#contract/endpoint.ts'
import type { openQuotes } from '#contract/offers/open-quotes.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/index.ts'
import { countStanding } from '#server/search/locked-quotes/door.ts'

/** How many of the caller's prices stand until they expire, whatever the caller changes meanwhile. */
export async function countOpenQuotes(ctx: Context): Promise<OutputOf<typeof openQuotes.count>> {
  const provider = await ownProvider(ctx)
  return { count: await countStanding(ctx.db, provider.id, ctx.now) }
}
