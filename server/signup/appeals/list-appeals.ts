import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorAppeals } from '#contract/signup/appeals/appeals.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { countWaiting, decidedAppeals, waitingAppeals } from './appeal-queries.ts'
import { presentAppeals } from './present-appeal.ts'

/** Appeals that wait for another person, or that one has decided. */
export async function listAppeals(
  ctx: Context,
  { tab, cursor }: InputOf<typeof operatorAppeals.list>,
): Promise<OutputOf<typeof operatorAppeals.list>> {
  const catalog = await catalogOf(ctx.database)
  const after = readCursor(cursor, uuids)
  const { page, nextCursor } = paged(
    tab === 'waiting' ? await waitingAppeals(ctx.db, after) : await decidedAppeals(ctx.db, after),
  )
  await recordAccess(ctx, { what: 'appeal', of: page.map(({ account_id }) => account_id) })
  return {
    appeals: await presentAppeals(ctx, catalog, page),
    counts: { waiting: await countWaiting(ctx.db) },
    nextCursor,
  }
}
