import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorWords } from '#contract/providers/operator-words.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { countWaitingWords, fetchPublishedWords, fetchWaitingWords } from './own-words-queries.ts'
import { presentListed } from './present-words.ts'

/** Lists the service texts of artists that wait for moderation or are published, and the markets that moderate first. */
export async function listWords(
  ctx: Context,
  { tab, cursor }: InputOf<typeof operatorWords.list>,
): Promise<OutputOf<typeof operatorWords.list>> {
  const catalog = await catalogOf(ctx.database)
  const fetchWords = tab === 'waiting' ? fetchWaitingWords : fetchPublishedWords
  const { rows, nextCursor } = await fetchWords(ctx.db, { cursor })
  return {
    rows: rows.map((row) => presentListed(catalog, row)),
    waiting: await countWaitingWords(ctx.db),
    markets: [...catalog.markets.values()].map(({ countryCode, name, lookFirst }) => ({
      countryCode,
      name,
      lookFirst,
    })),
    nextCursor,
  }
}
