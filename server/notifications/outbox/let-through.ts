import { liftStops } from '#server/notifications/stops/stop-queries.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockNotice, makeDue } from './outbox-queries.ts'

/** Lifts whatever stops mail to the address of a notice that was not sent for it, and makes the notice due. In the operator's transaction. */
export async function letThrough(ctx: Context, id: string, reason: string): Promise<void> {
  const notice = await lockNotice(ctx.db, id)
  if (!notice) throw new Refusal('not_found')
  if (notice.state !== 'switched_off' || !notice.error) throw new Refusal('state_changed')
  const lifted = await liftStops(ctx.db, notice.address)
  await makeDue(ctx.db, id, ctx.now)
  await record(ctx, {
    act: 'notice.let_through',
    subject: { kind: 'notice', id, name: notice.kind },
    before: { state: notice.state, stopped: lifted.map(({ topic, reason: why }) => [why, topic].join(' ').trim()) },
    reason,
  })
}
