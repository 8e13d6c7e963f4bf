import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { formatMoment, presentUser } from './caller.ts'
import { findEndedLink, createLink, redeemLink } from './one-time-links.ts'
import { findAccountById } from './accounts.queries.ts'
import { toAddressee } from './new-account.ts'
import { openSession } from './sessions.ts'

const ACTING_SECONDS = 30 * 60

/** Starts a 30-minute impersonation session for the operator who requested the link, and notifies the person. */
export async function startActingAs(
  ctx: Context,
  { token }: InputOf<typeof accounts.redeemLoginAs>,
): Promise<OutputOf<typeof accounts.redeemLoginAs>> {
  const actorId = ctx.viewer.accountId
  const known = await findEndedLink(ctx, 'login_as', token)
  if (known && known.actor_id !== actorId) throw new Refusal('not_yours')
  const sender = await getSender(ctx)
  return ctx.transaction(async (inner) => {
    const spent = await redeemLink(inner, 'login_as', token)
    const target = spent.account_id ? await findAccountById(inner.db, spent.account_id) : undefined
    if (!target || !actorId) throw new Refusal('link_expired')
    if (target.roles.includes('operator')) throw new Refusal('not_yours')
    if (target.suspended_at) throw new Refusal('suspended')
    const { reason = '' } = spent.detail as { reason?: string }
    const opened = await openSession(inner, target, 'login_as', { actorId, reason, seconds: ACTING_SECONDS })
    await notify(inner, sender, {
      kind: 'loginAs.notice',
      to: toAddressee(target),
      values: { reason, dateTime: formatMoment(inner.now, target.country_code) },
    })
    await recordAccess(inner, { what: 'acting', subjectId: target.id, of: [target.id] })
    await recordAudit(inner, {
      act: 'acting.start',
      subject: { kind: 'account', id: target.id, name: target.name },
      reason,
    })
    return { token: opened.token, user: await presentUser(inner, target), expiresAt: opened.expiresAt.toISOString() }
  })
}

/**
 * Creates a one-time impersonation link, mails it to the caller and returns its path. Throws for operators. Runs in the
 * caller's transaction.
 */
export async function sendLoginAsLink(
  ctx: Context,
  sender: Sender,
  accountId: string,
  reason: string,
): Promise<{ path: string }> {
  if (!reason.trim()) throw createFieldRefusal('reason_missing', 'reason')
  const [target, actor] = [
    await findAccountById(ctx.db, accountId),
    ctx.viewer.accountId ? await findAccountById(ctx.db, ctx.viewer.accountId) : undefined,
  ]
  if (!target || !actor) throw new Refusal('not_found')
  if (target.roles.includes('operator') || ctx.viewer.actorId) throw new Refusal('not_yours')
  if (target.suspended_at) throw new Refusal('suspended')
  const { token } = await createLink(ctx, {
    purpose: 'login_as',
    accountId: target.id,
    email: actor.email,
    actorId: actor.id,
    detail: { reason },
  })
  const path = `/login-as/${token}`
  await notify(ctx, sender, { kind: 'op.loginAs.link', to: toAddressee(actor), values: { name: target.name }, path })
  await recordAudit(ctx, {
    act: 'acting.offer',
    subject: { kind: 'account', id: target.id, name: target.name },
    reason,
  })
  return { path }
}
