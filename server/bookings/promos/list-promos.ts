import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorPromos } from '#contract/operator/promos.ts'
import type { Context } from '#server/platform/context.ts'
import { presentPromo } from './present-promo.ts'
import { costOfPromos, fetchPromos } from './promo-list-queries.ts'

/** Promo codes of the platform and of artists, newest first, with what the platform's have cost. */
export async function listPromos(
  ctx: Context,
  { text, cursor }: InputOf<typeof operatorPromos.list>,
): Promise<OutputOf<typeof operatorPromos.list>> {
  const { rows, nextCursor } = await fetchPromos(ctx.db, text, { cursor })
  const cost = await costOfPromos(ctx.db)
  return {
    promos: rows.map((row) => presentPromo(row, ctx.now)),
    cost: cost.map(({ currency, minor }) => ({ currency: currency, amount: major(minor) })),
    nextCursor,
  }
}
