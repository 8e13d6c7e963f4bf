import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isBlotted } from './send-outbox.ts'
import { lockNotice, makeDue, noticesById, type OutboxRow } from './outbox-queries.ts'

const canGoAgain = (notice: OutboxRow): boolean =>
  ['sent', 'failed', 'given_up', 'held_back'].includes(notice.state) && !(notice.secret && isBlotted(notice))

/** To whom these notices go, and which of them can be sent again as they stand. */
export const sentAgain = async (
  { db }: Context,
  ids: readonly string[],
): Promise<{ id: string; to: string; can: boolean }[]> =>
  (await noticesById(db, ids)).map((notice) => ({ id: notice.id, to: notice.address, can: canGoAgain(notice) }))

/** Makes a notice due at once, from its first try on; refuses one that waits anyway, that its person switched off, or that was blotted out. In the operator's transaction. */
export async function sendAgain(ctx: Context, id: string, reason: string): Promise<void> {
  const notice = await lockNotice(ctx.db, id)
  if (!notice) throw new Refusal('not_found')
  if (!canGoAgain(notice)) throw new Refusal('state_changed')
  await makeDue(ctx.db, id, ctx.now)
  await record(ctx, {
    act: 'notice.resend',
    subject: { kind: 'notice', id, name: notice.kind },
    before: { state: notice.state, attempts: notice.attempts },
    reason,
  })
}
