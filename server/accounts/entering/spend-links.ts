import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AccountRow, accountById, changeAccount, dropLinks, type OneTimeToken } from '#server/accounts/queries.ts'
import { endSessions } from '#server/accounts/sessions/sessions.ts'

/** The same, where the link lets somebody in. */
// Somebody else may have registered an address that was not theirs: what they chose and asked for opens nothing once its owner comes in by mail.
export async function ownerByMail(ctx: Context, spent: OneTimeToken): Promise<AccountRow> {
  const before = spent.account_id ? await accountById(ctx.db, spent.account_id) : undefined
  const account = await provenOwner(ctx, spent)
  if (before?.email_verified_at || !account.password_hash) return account
  await endSessions(ctx, account.id)
  await dropLinks(ctx.db, account.id, 'change_email', ctx.now)
  return changeAccount(ctx.db, account.id, { password_hash: null, pending_email: null })
}

/** The account of a spent link; whoever opened a mail has proven that its address is theirs. */
export async function provenOwner(ctx: Context, spent: OneTimeToken): Promise<AccountRow> {
  const account = spent.account_id ? await accountById(ctx.db, spent.account_id) : undefined
  // The account may have moved to another address since.
  if (!account || account.email.toLowerCase() !== spent.email.toLowerCase()) throw new Refusal('link_expired')
  return account.email_verified_at ? account : changeAccount(ctx.db, account.id, { email_verified_at: ctx.now })
}
