import { notify, type Sender } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { momentOf } from '#server/accounts/moment.ts'
import { otherOperators } from '#server/accounts/own-account/own-data-queries.ts'
import { addressOf } from '#server/accounts/registering/register-account.ts'
import { forgetSessions } from '#server/accounts/sessions/session-cache.ts'
import { endSessions } from '#server/accounts/sessions/sessions.ts'
import { lockAccount, lockOperators, setRoles, setSuspended } from '#server/accounts/standing-queries.ts'

/** Suspends somebody: every session ends, they are told why, and it is kept who did it. In the operator's transaction. */
export async function suspendAccount(ctx: Context, sender: Sender, accountId: string, reason: string): Promise<void> {
  await lockOperators(ctx.db)
  const account = await lockAccount(ctx.db, accountId)
  if (!account) throw new Refusal('not_found')
  if (account.suspended_at) throw new Refusal('state_changed')
  if (account.roles.includes('operator') && (await otherOperators(ctx.db, accountId)) === 0)
    throw new Refusal('last_operator')
  await setSuspended(ctx.db, accountId, { at: ctx.now, reason })
  await endSessions(ctx, accountId)
  await notify(ctx, sender, {
    kind: 'suspended',
    to: addressOf(account),
    values: { dateTime: momentOf(ctx.now, account.country_code), reason },
  })
  await record(ctx, {
    act: 'account.suspend',
    subject: { kind: 'account', id: accountId, name: account.name },
    before: { suspended: false },
    after: { suspended: true },
    reason,
  })
}

/** Lets somebody in again. In the operator's transaction. */
export async function restoreAccount(ctx: Context, accountId: string, reason: string): Promise<void> {
  const account = await lockAccount(ctx.db, accountId)
  if (!account) throw new Refusal('not_found')
  if (!account.suspended_at) throw new Refusal('state_changed')
  await setSuspended(ctx.db, accountId, null)
  forgetSessions(ctx.database, accountId)
  await record(ctx, {
    act: 'account.restore',
    subject: { kind: 'account', id: accountId, name: account.name },
    before: { suspended: true },
    after: { suspended: false },
    reason,
  })
}

/** Makes somebody an operator, or one no longer; the last one stays. Their sessions end, so that the shorter ones of an operator begin. In the operator's transaction. */
export async function setOperator(ctx: Context, accountId: string, operator: boolean, reason: string): Promise<void> {
  await lockOperators(ctx.db)
  const account = await lockAccount(ctx.db, accountId)
  if (!account) throw new Refusal('not_found')
  if (!operator && account.roles.includes('operator') && (await otherOperators(ctx.db, accountId)) === 0)
    throw new Refusal('last_operator')
  const roles = operator
    ? [...new Set([...account.roles, 'operator'])]
    : account.roles.filter((role) => role !== 'operator')
  if (roles.length === account.roles.length) return
  await setRoles(ctx.db, accountId, roles)
  await endSessions(ctx, accountId)
  await record(ctx, {
    act: 'account.roles',
    subject: { kind: 'account', id: accountId, name: account.name },
    before: { roles: account.roles },
    after: { roles },
    reason,
  })
}

/** Logs somebody out everywhere. In the operator's transaction. */
export async function endAllSessions(ctx: Context, accountId: string, reason: string): Promise<void> {
  const account = await lockAccount(ctx.db, accountId)
  if (!account) throw new Refusal('not_found')
  await endSessions(ctx, accountId)
  await record(ctx, {
    act: 'account.end_sessions',
    subject: { kind: 'account', id: accountId, name: account.name },
    reason,
  })
}
