import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBulk } from '#contract/operator/bulk.ts'
import { operatorId } from '#server/operator/operator-id.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { bulkSender } from './bulk-kinds.ts'
import { insertBulk } from './bulk-queries.ts'
import { planBulk } from './plan-bulk.ts'
import { presentBulk } from './present-bulk.ts'

/** Does it to all that it changes, or to none; refused where it changes nothing any more. */
export async function runBulk(
  ctx: Context,
  { reason, ...asked }: InputOf<typeof operatorBulk.run>,
): Promise<OutputOf<typeof operatorBulk.run>> {
  const sender = await bulkSender(ctx)
  return ctx.once(async (inner) => {
    const { kind, value, items } = await planBulk(inner, asked)
    const changes = items.filter(({ does }) => does === 'changes')
    if (changes.length === 0) throw new Refusal('state_changed')
    for (const { id } of changes) await kind.apply(inner, { id, value, reason, sender })
    const row = await insertBulk(inner.db, {
      account_id: operatorId(inner),
      act: asked.act,
      value,
      reason,
      changed: changes.map(({ id, before }) => ({ id, before })),
      done_at: inner.now,
    })
    return { bulk: presentBulk(row) }
  })
}
