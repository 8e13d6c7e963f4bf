import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { endedLink, spendLink } from './one-time-links.ts'
import { checkPassword, hashPassword } from '#server/accounts/registering/passwords.ts'
import { accountById } from '#server/accounts/queries.ts'
import { provenOwner } from '#server/accounts/entering/spend-links.ts'
import { type SignedIn, welcome } from '#server/accounts/entering/welcome.ts'
import { savePassword } from './save-password.ts'

/** Keeps a new password by the link of a mail, ends every session and signs in. */
export async function resetPassword(
  ctx: Context,
  { token, password }: InputOf<typeof accounts.resetPassword>,
): Promise<SignedIn> {
  const link = await endedLink(ctx, 'password_reset', token)
  const known = link?.account_id ? await accountById(ctx.db, link.account_id) : undefined
  await checkPassword(ctx.env, password, known ? [known.name, known.email] : [])
  const [hashed, sender] = [await hashPassword(password), await senderOf(ctx)]
  return ctx.transaction(async (inner) => {
    const { account } = await provenOwner(inner, await spendLink(inner, 'password_reset', token))
    await savePassword(inner, sender, account, hashed, null)
    return welcome(inner, account, 'reset')
  })
}
