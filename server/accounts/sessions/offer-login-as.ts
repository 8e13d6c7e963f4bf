import { notify, type Sender } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { makeLink } from '#server/accounts/links/one-time-links.ts'
import { accountById } from '#server/accounts/queries.ts'
import { addressOf } from '#server/accounts/registering/register-account.ts'

/** Makes the caller's one-time link to act as somebody, mails it to the caller and answers its path; never for an operator. In the caller's transaction. */
export async function offerLoginAs(
  ctx: Context,
  sender: Sender,
  accountId: string,
  reason: string,
): Promise<{ path: string }> {
  if (!reason.trim()) throw refuseField('reason_missing', 'reason')
  const [target, actor] = [
    await accountById(ctx.db, accountId),
    ctx.viewer.accountId ? await accountById(ctx.db, ctx.viewer.accountId) : undefined,
  ]
  if (!target || !actor) throw new Refusal('not_found')
  if (target.roles.includes('operator') || ctx.viewer.actorId) throw new Refusal('not_yours')
  if (target.suspended_at) throw new Refusal('suspended')
  const { token } = await makeLink(ctx, {
    purpose: 'login_as',
    accountId: target.id,
    email: actor.email,
    actorId: actor.id,
    detail: { reason },
  })
  const path = `/login-as/${token}`
  await notify(ctx, sender, { kind: 'op.loginAs.link', to: addressOf(actor), values: { name: target.name }, path })
  await record(ctx, { act: 'acting.offer', subject: { kind: 'account', id: target.id, name: target.name }, reason })
  return { path }
}
