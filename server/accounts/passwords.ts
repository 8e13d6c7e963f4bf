import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'
import { getCallerAccount, formatMoment } from './caller.ts'
import { checkPassword, hashPassword, verifyPassword } from './password-hash.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { findAccountById, type AccountRow, changeAccount, endUnusedLinks } from './accounts.queries.ts'
import { toAddressee } from './new-account.ts'
import { endSessions } from './sessions.ts'
import type { accounts } from '#contract/accounts/accounts.ts'
import { sendSecret } from './links.ts'
import { findEndedLink, redeemLink } from './one-time-links.ts'
import { getProvenOwner, type SignedIn, signInAccount } from './sign-in.ts'

export async function changePassword(
  ctx: Context,
  { current, password }: InputOf<typeof own.changePassword>,
): Promise<{ done: true }> {
  const account = await getCallerAccount(ctx)
  if (account.password_hash && !(await verifyPassword(account.password_hash, current)))
    throw createFieldRefusal('password_wrong', 'current')
  await checkPassword(ctx.env, password, [account.name, account.email])
  const [hashed, sender] = [await hashPassword(password), await getSender(ctx)]
  return ctx.transaction(async (inner) => {
    await savePassword(inner, sender, account, hashed, inner.viewer.sessionId)
    return { done: true }
  })
}

/** Saves a password, revokes everything opened by the old one and notifies the owner, in the caller's transaction. */
async function savePassword(
  ctx: Context,
  sender: Sender,
  account: AccountRow,
  password_hash: string,
  except: string | null,
): Promise<void> {
  // An intruder may have requested another address, so that request is cancelled too.
  await changeAccount(ctx.db, account.id, { password_hash, pending_email: null })
  for (const purpose of ['password_reset', 'magic_link', 'provider_link', 'change_email'])
    await endUnusedLinks(ctx.db, account.id, purpose, ctx.now)
  await endSessions(ctx, account.id, except)
  await notify(ctx, sender, {
    kind: 'password.changed',
    to: toAddressee(account),
    values: { dateTime: formatMoment(ctx.now, account.country_code) },
    path: '/forgot-password',
  })
  await recordAudit(
    { ...ctx, viewer: { ...ctx.viewer, accountId: account.id } },
    { act: 'password.change', subject: { kind: 'account', id: account.id, name: account.name } },
  )
}

/** Mails the link only if the account exists. */
export const sendPasswordReset = (ctx: Context, input: InputOf<typeof accounts.forgotPassword>) =>
  sendSecret(ctx, input.email, 'password_reset')

export async function resetPassword(
  ctx: Context,
  { token, password }: InputOf<typeof accounts.resetPassword>,
): Promise<SignedIn> {
  const link = await findEndedLink(ctx, 'password_reset', token)
  const known = link?.account_id ? await findAccountById(ctx.db, link.account_id) : undefined
  await checkPassword(ctx.env, password, known ? [known.name, known.email] : [])
  const [hashed, sender] = [await hashPassword(password), await getSender(ctx)]
  return ctx.transaction(async (inner) => {
    const { account } = await getProvenOwner(inner, await redeemLink(inner, 'password_reset', token))
    await savePassword(inner, sender, account, hashed, null)
    return signInAccount(inner, account, 'reset')
  })
}
