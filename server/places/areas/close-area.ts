import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AreaRow, areaNow, lockArea, setClosed } from './queries.ts'

/** Closes an area; what was searched or booked there stands. In the operator's transaction. */
export async function closeArea(ctx: Context, id: number, reason: string): Promise<AreaRow> {
  const area = await lockArea(ctx.db, id)
  if (!area) throw new Refusal('not_found')
  if (area.closed_at) throw new Refusal('state_changed')
  await setClosed(ctx.db, id, ctx.now)
  await record(ctx, { act: 'area.close', subject: { kind: 'area', id: String(id), name: area.name }, reason })
  return areaNow(ctx.db, id)
}
