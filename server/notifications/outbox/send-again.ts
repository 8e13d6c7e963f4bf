import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { blotted } from './send-outbox.ts'
import { lockNotice, makeDue } from './outbox-queries.ts'

/** Makes a notice due at once, from its first try on; refuses one that waits anyway, that its person switched off, or that was blotted out. In the operator's transaction. */
export async function sendAgain(ctx: Context, id: string, reason: string): Promise<void> {
  const notice = await lockNotice(ctx.db, id)
  if (!notice) throw new Refusal('not_found')
  const gone = notice.secret && notice.body === blotted(notice).body
  if (!['sent', 'failed', 'given_up', 'held_back'].includes(notice.state) || gone) throw new Refusal('state_changed')
  await makeDue(ctx.db, id, ctx.now)
  await record(ctx, {
    act: 'notice.resend',
    subject: { kind: 'notice', id, name: notice.kind },
    before: { state: notice.state, attempts: notice.attempts },
    reason,
  })
}
