import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorWords } from '#contract/providers/operator-words.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { countWaitingWords, shownWords, waitingWords } from './own-words-queries.ts'
import { presentListed } from './present-words.ts'

/** Own words of artists that wait for a look, or that customers read, and where somebody looks first. */
export async function listWords(
  ctx: Context,
  { tab, cursor }: InputOf<typeof operatorWords.list>,
): Promise<OutputOf<typeof operatorWords.list>> {
  const catalog = await catalogOf(ctx.database)
  const after = readCursor(cursor, uuids)
  const { page, nextCursor } = paged(await (tab === 'waiting' ? waitingWords : shownWords)(ctx.db, after))
  return {
    rows: page.map((row) => presentListed(catalog, row)),
    waiting: await countWaitingWords(ctx.db),
    markets: [...catalog.markets.values()].map(({ countryCode, name, lookFirst }) => ({
      countryCode,
      name,
      lookFirst,
    })),
    nextCursor,
  }
}
