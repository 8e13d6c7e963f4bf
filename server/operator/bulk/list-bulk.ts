import type { OutputOf } from '#contract/endpoint.ts'
import { type operatorBulk, undoHours } from '#contract/operator/bulk.ts'
import { operatorId } from '#server/operator/operator-id.ts'
import type { Context } from '#server/platform/context.ts'
import { bulksSince } from './bulk-queries.ts'
import { presentBulk } from './present-bulk.ts'

/** What the caller has done to many at once as long as it may be undone, newest first. */
export const listBulk = async (ctx: Context): Promise<OutputOf<typeof operatorBulk.last>> => ({
  acts: (await bulksSince(ctx.db, operatorId(ctx), new Date(ctx.now.getTime() - undoHours * 3_600_000))).map(
    presentBulk,
  ),
})
