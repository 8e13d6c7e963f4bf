import { createHash } from 'node:crypto'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  deleteAccountHold,
  deleteEmailHold,
  findLegalHold,
  insertAccountHold,
  insertEmailHold,
} from './legal-hold.queries.ts'
import { lockAccount } from './suspension.queries.ts'

/**
 * Throws `legal_hold_active` if a person's data must be kept. Every deletion calls it in its transaction; jobs that
 * delete many rows use the conditions of `legal-hold.queries.ts`.
 */
export async function assertNotHeld(ctx: Context, of: { accountId: string } | { email: string }): Promise<void> {
  if (await findLegalHold(ctx.db, of)) throw new Refusal('legal_hold_active')
}

/** Sets or lifts the hold on an account. Overrides retention and deletion requests. Runs in the operator's transaction. */
export async function setLegalHold(ctx: Context, accountId: string, on: boolean, reason: string): Promise<void> {
  const account = await lockAccount(ctx.db, accountId)
  const by = ctx.viewer.accountId
  if (!account || !by) throw new Refusal('not_found')
  const changed = on
    ? await insertAccountHold(ctx.db, { account_id: accountId, since: ctx.now, by, reason })
    : await deleteAccountHold(ctx.db, accountId)
  if (!changed) throw new Refusal('state_changed')
  await recordAudit(ctx, {
    act: on ? 'account.hold' : 'account.end_hold',
    subject: { kind: 'account', id: accountId, name: account.name },
    reason,
  })
}

/** Names a person without an account in logs, which outlive the deletion of their address. */
export const hashPerson = (email: string): string =>
  `email:${createHash('sha256').update(normaliseEmail(email)).digest('hex')}`

/** Sets or lifts the hold on a person without an account. Runs in the operator's transaction. */
export async function setEmailHold(ctx: Context, email: string, on: boolean, reason: string): Promise<void> {
  const by = ctx.viewer.accountId
  if (!by) throw new Refusal('not_found')
  const changed = on
    ? await insertEmailHold(ctx.db, { email, since: ctx.now, by, reason })
    : await deleteEmailHold(ctx.db, email)
  if (!changed) throw new Refusal('state_changed')
  await recordAudit(ctx, {
    act: on ? 'person.hold' : 'person.end_hold',
    subject: { kind: 'person', id: hashPerson(email) },
    reason,
  })
}
