import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorPromos } from '#contract/operator/promos.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { presentPromo } from './present-promo.ts'
import { costOfPromos, promosPage } from './promo-list-queries.ts'

/** Promo codes of the platform and of artists, newest first, with what the platform's have cost. */
export async function listPromos(
  ctx: Context,
  { text, cursor }: InputOf<typeof operatorPromos.list>,
): Promise<OutputOf<typeof operatorPromos.list>> {
  const { page, nextCursor } = paged(await promosPage(ctx.db, text, readCursor(cursor, uuids)))
  const cost = await costOfPromos(ctx.db)
  return {
    promos: page.map((row) => presentPromo(row, ctx.now)),
    cost: cost.map(({ currency, minor }) => ({ currency: currency, amount: major(minor) })),
    nextCursor,
  }
}
