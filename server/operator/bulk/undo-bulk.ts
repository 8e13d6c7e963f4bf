import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type BulkAct, type operatorBulk, undoHours } from '#contract/operator/bulk.ts'
import { operatorId } from '#server/operator/operator-id.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { bulkKinds, bulkSender } from './bulk-kinds.ts'
import { lockBulk, markUndone } from './bulk-queries.ts'
import { changedBy, presentBulk } from './present-bulk.ts'

/** Has those that an act changed stand as before; what somebody has changed again since stays as it is now. */
export async function undoBulk(
  ctx: Context,
  { bulkId }: InputOf<typeof operatorBulk.undo>,
): Promise<OutputOf<typeof operatorBulk.undo>> {
  const sender = await bulkSender(ctx)
  return ctx.once(async (inner) => {
    const row = await lockBulk(inner.db, bulkId, operatorId(inner))
    if (!row) throw new Refusal('not_found')
    const { plan, undo } = bulkKinds[row.act as BulkAct]
    const late = inner.now.getTime() - row.done_at.getTime() > undoHours * 3_600_000
    if (!undo || row.undone_at || late) throw new Refusal('state_changed')
    const changed = changedBy(row)
    // What the act would leave as it is stands as the act left it.
    const untouched = new Set(
      (
        await plan(
          inner,
          changed.map(({ id }) => id),
          row.value,
        )
      ).flatMap(({ id, does }) => (does === 'stays' ? id : [])),
    )
    const back = changed.filter(({ id }) => untouched.has(id))
    for (const { id, before } of back)
      await undo(inner, { id, before, value: row.value, reason: `Undone: ${row.act}`, sender })
    return { bulk: presentBulk(await markUndone(inner.db, row.id, inner.now)), restored: back.length }
  })
}
