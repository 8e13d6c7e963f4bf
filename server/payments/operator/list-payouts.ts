import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { payoutsPage } from './operator-queries.ts'
import { presentPayout } from './present-money.ts'

/** Payouts, newest first. */
export async function listPayouts(
  ctx: Context,
  { cursor, ...input }: InputOf<typeof money.payouts>,
): Promise<OutputOf<typeof money.payouts>> {
  const { page, nextCursor } = paged(await payoutsPage(ctx.db, { ...input, after: readCursor(cursor, uuids) }))
  return { payouts: page.map(presentPayout), nextCursor }
}
