import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { spendCode, spendLink } from './one-time-links.ts'
import { type AccountRow, accountById, changeAccount, dropLinks, type OneTimeToken } from '#server/accounts/queries.ts'
import { endSessions } from '#server/accounts/sessions/sessions.ts'
import { type SignedIn, welcome } from './welcome.ts'

/** Signs in by the link of a mail. */
export const spendMagicLink = (ctx: Context, { token }: InputOf<typeof accounts.spendMagicLink>): Promise<SignedIn> =>
  ctx.transaction(async (inner) =>
    welcome(inner, await ownerByMail(inner, await spendLink(inner, 'magic_link', token)), 'magic_link'),
  )

/** Signs in by the six digits of a mail. */
export async function spendLoginCode(
  ctx: Context,
  { email, code }: InputOf<typeof accounts.spendCode>,
): Promise<SignedIn> {
  const spent = await spendCode(ctx, 'magic_link', email, code)
  return ctx.transaction(async (inner) => welcome(inner, await ownerByMail(inner, spent), 'code'))
}

/** Signs an artist in by the link of a mail and says where it leads. */
export const spendProviderLink = (
  ctx: Context,
  { token }: InputOf<typeof accounts.spendProviderLink>,
): Promise<OutputOf<typeof accounts.spendProviderLink>> =>
  ctx.transaction(async (inner) => {
    const spent = await spendLink(inner, 'provider_link', token)
    const { path } = spent.detail as { path?: string }
    return { ...(await welcome(inner, await provenOwner(inner, spent), 'provider_link')), path: path ?? '/dashboard' }
  })

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
