import type { Duty } from '#contract/accounts/duties.ts'
import { addEnds, formatEnds } from '#contract/accounts/ends-text.ts'
import type { EndEffects } from '#contract/accounts/ends.ts'
import { stripEnd } from '#contract/words.ts'
import { getDependants } from './deletion.ts'
import { notify, type Sender } from '#server/notifications/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { formatMoment } from './caller.ts'
import type { AccountRow } from './accounts.queries.ts'
import { toAddressee } from './new-account.ts'
import { invalidateSessions } from './session-cache.ts'
import { endSessions } from './sessions.ts'
import {
  deleteOperatorGrant,
  saveOperatorGrant,
  lockAccount,
  lockOperators,
  countOtherOwners,
  setRoles,
  setSuspended,
} from './suspension.queries.ts'

/**
 * Suspends an account in the operator's transaction. Ends its sessions, requests and holds, and notifies the owner.
 * `asArtist` is what the profile's suspension ended.
 */
export async function suspendAccount(
  ctx: Context,
  sender: Sender,
  accountId: string,
  { reason, asArtist }: { reason: string; asArtist: EndEffects | null },
): Promise<void> {
  await lockOperators(ctx.db)
  const account = await lockAccount(ctx.db, accountId)
  if (!account) throw new Refusal('not_found')
  if (account.suspended_at) throw new Refusal('state_changed')
  if (account.duties.includes('owner') && (await countOtherOwners(ctx.db, accountId)) === 0)
    throw new Refusal('last_operator')
  await setSuspended(ctx.db, accountId, { at: ctx.now, reason })
  await endSessions(ctx, accountId)
  const asCustomer = await getDependants().endForCustomer(ctx, sender, { accountId, email: account.email })
  await notify(ctx, sender, {
    kind: 'suspended',
    to: toAddressee(account),
    values: {
      dateTime: formatMoment(ctx.now, account.country_code),
      reason: stripEnd(reason, /[.!]/),
      ended: formatEnds(addEnds(asCustomer, asArtist)),
    },
  })
  await recordAudit(ctx, {
    act: 'account.suspend',
    subject: { kind: 'account', id: accountId, name: account.name },
    before: { suspended: false },
    after: { suspended: true },
    reason,
  })
}

/** Runs in the operator's transaction. */
export async function restoreAccount(ctx: Context, accountId: string, reason: string): Promise<void> {
  const account = await lockAccount(ctx.db, accountId)
  if (!account) throw new Refusal('not_found')
  if (!account.suspended_at) throw new Refusal('state_changed')
  await setSuspended(ctx.db, accountId, null)
  invalidateSessions(ctx.database, accountId)
  await recordAudit(ctx, {
    act: 'account.restore',
    subject: { kind: 'account', id: accountId, name: account.name },
    before: { suspended: true },
    after: { suspended: false },
    reason,
  })
}

/**
 * Makes an account an owner from the command line, without another's approval, in the caller's transaction. Returns its
 * roles.
 */
export async function grantOwner(ctx: Context, accountId: string): Promise<{ roles: string[]; duties: string[] }> {
  await lockOperators(ctx.db)
  const account = await lockAccount(ctx.db, accountId)
  if (!account) throw new Refusal('not_found')
  const made = { roles: [...new Set([...account.roles, 'operator'])], duties: ['owner'] }
  await setRoles(ctx.db, accountId, made.roles, made.duties)
  // Not created by another operator.
  await deleteOperatorGrant(ctx.db, accountId)
  // A 30-day session must not become an operator's.
  await endSessions(ctx, accountId)
  return made
}

type Grant = { duties: readonly Duty[]; madeBy: string; reason: string }

/**
 * Makes an account an operator with these duties after approval, in the operator's transaction. Ends its sessions,
 * since operators have shorter ones.
 */
export async function grantOperator(ctx: Context, accountId: string, { duties, madeBy, reason }: Grant): Promise<void> {
  await lockOperators(ctx.db)
  const account = await lockAccount(ctx.db, accountId)
  if (!account || account.suspended_at) throw new Refusal('not_found')
  // The first creator of an operator stays recorded.
  if (!account.duties.length && madeBy !== accountId)
    await saveOperatorGrant(ctx.db, {
      account_id: accountId,
      made_by: madeBy,
      approved_by: ctx.viewer.accountId,
      at: ctx.now,
    })
  await setDuties(ctx, account, duties, reason)
}

/**
 * Removes duties of an operator, in the operator's transaction. Without any left, the role ends. Throws for the last
 * owner.
 */
export async function removeDuties(
  ctx: Context,
  accountId: string,
  duties: readonly Duty[],
  reason: string,
): Promise<void> {
  await lockOperators(ctx.db)
  const account = await lockAccount(ctx.db, accountId)
  if (!account) throw new Refusal('not_found')
  if (duties.some((duty) => !account.duties.includes(duty))) throw new Refusal('state_changed')
  const leaves = account.duties.includes('owner') && !duties.includes('owner')
  if (leaves && (await countOtherOwners(ctx.db, accountId)) === 0) throw new Refusal('last_operator')
  if (duties.length === account.duties.length) return
  if (!duties.length) await deleteOperatorGrant(ctx.db, accountId)
  await setDuties(ctx, account, duties, reason)
}

async function setDuties(ctx: Context, account: AccountRow, duties: readonly Duty[], reason: string): Promise<void> {
  const roles = [...account.roles.filter((role) => role !== 'operator'), ...(duties.length ? ['operator'] : [])]
  await setRoles(ctx.db, account.id, roles, duties)
  await endSessions(ctx, account.id)
  await recordAudit(ctx, {
    act: 'account.roles',
    subject: { kind: 'account', id: account.id, name: account.name },
    before: { roles: account.roles, duties: account.duties },
    after: { roles, duties },
    reason,
  })
}

/** Runs in the operator's transaction. */
export async function endAllSessions(ctx: Context, accountId: string, reason: string): Promise<void> {
  const account = await lockAccount(ctx.db, accountId)
  if (!account) throw new Refusal('not_found')
  await endSessions(ctx, accountId)
  await recordAudit(ctx, {
    act: 'account.end_sessions',
    subject: { kind: 'account', id: accountId, name: account.name },
    reason,
  })
}
