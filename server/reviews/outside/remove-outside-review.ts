import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hideOutside, lockOutside } from './outside-queries.ts'

/** Takes what is said of work done elsewhere off the page. In the operator's transaction. */
export async function removeOutsideReview(ctx: Context, id: string, reason: string): Promise<void> {
  const row = await lockOutside(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  if (row.hidden_at) return
  await hideOutside(ctx.db, id, ctx.now, reason)
  await record(ctx, {
    act: 'review.remove',
    subject: { kind: 'review', id, name: row.name },
    before: { shown: true },
    after: { shown: false },
    reason,
  })
}
