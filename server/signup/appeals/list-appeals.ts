import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorAppeals } from '#contract/signup/appeals/appeals.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { countWaiting, fetchDecidedAppeals, fetchWaitingAppeals } from './appeal-queries.ts'
import { presentAppeals } from './present-appeal.ts'

/** Lists appeals that wait for a decision, or decided ones. */
export async function listAppeals(
  ctx: Context,
  { tab, cursor }: InputOf<typeof operatorAppeals.list>,
): Promise<OutputOf<typeof operatorAppeals.list>> {
  const catalog = await catalogOf(ctx.database)
  const fetchAppeals = tab === 'waiting' ? fetchWaitingAppeals : fetchDecidedAppeals
  const { rows, nextCursor } = await fetchAppeals(ctx.db, { cursor })
  await recordAccess(ctx, { what: 'appeal', of: rows.map(({ account_id }) => account_id) })
  return {
    appeals: await presentAppeals(ctx, catalog, rows),
    counts: { waiting: await countWaiting(ctx.db) },
    nextCursor,
  }
}
