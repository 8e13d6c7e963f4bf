import { hasDuty } from '#contract/accounts/duties.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { operatorBulk } from '#contract/operator/bulk.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type BulkKind, bulkKinds, type Standing } from './bulk-kinds.ts'

/** The act and what it would do to each of these as they stand, in the order in which they are locked; refused to whom the act on one of them is. */
export async function planBulk(
  ctx: Context,
  asked: InputOf<typeof operatorBulk.preview>,
): Promise<{ kind: BulkKind; value: string | null; items: Standing[] }> {
  const kind = bulkKinds[asked.act]
  if (!hasDuty(ctx.viewer.duties, kind.duties)) throw new Refusal('not_your_duty')
  const value = kind.value(ctx, asked.value)
  const ids = [...new Set(asked.ids)].toSorted()
  const known = ids.filter((id) => kind.ids.test(id))
  const standing = new Map((known.length ? await kind.plan(ctx, known, value) : []).map((item) => [item.id, item]))
  const gone = (id: string): Standing => ({ id, name: '', does: 'cannot', before: null, mails: false })
  return { kind, value, items: ids.map((id) => standing.get(id) ?? gone(id)) }
}
