import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { operatorId } from '#server/operator/operator-id.ts'
import { markedOn, subjectOf } from './marked-on.ts'
import { replaceTags, tagsOf } from './mark-queries.ts'
import type { Both } from './whose.ts'

/** Has other tags stand on somebody, reckoned from those that stand. In the operator's transaction. */
export async function changeTags(
  ctx: Context,
  both: Both,
  change: (before: readonly string[]) => readonly string[],
  reason?: string,
): Promise<void> {
  const before = await tagsOf(ctx.db, both)
  const after = [...new Set(change(before))].toSorted()
  await replaceTags(ctx.db, both, markedOn(both), after, { set_by: operatorId(ctx), set_at: ctx.now })
  await record(ctx, {
    act: 'tags.set',
    subject: subjectOf(both),
    before: { tags: before },
    after: { tags: after },
    ...(reason ? { reason } : {}),
  })
}
