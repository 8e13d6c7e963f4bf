import {
  accountByEmail,
  addressOf,
  dropFactors,
  makeLink,
  makeOwner,
  registerAccount,
  throwOut,
} from '#server/accounts/index.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'

/** Makes the person of that address an operator, with an account where they have none, and sends them a link to log in by; answers its path. */
export async function addOperator(ctx: Context, email: string, name: string): Promise<{ path: string }> {
  const sender = await senderOf(ctx)
  return ctx.transaction(async (inner) => {
    const account =
      (await accountByEmail(inner.db, email)) ??
      (await registerAccount(inner, sender, {
        name: name || (email.split('@')[0] ?? email),
        email,
        passwordHash: null,
      }))
    if (account.suspended_at) throw new Error(`${email} is suspended: restore the account first`)
    // Whoever registered an address that nobody has proven must not become an operator with its owner.
    if (!account.email_verified_at) await throwOut(inner, account)
    // Asked for again at the machine itself: they have lost passkey, app and codes.
    if (account.roles.includes('operator')) await dropFactors(inner.db, account.id)
    const made = await makeOwner(inner, account.id)
    const { token, code } = await makeLink(inner, {
      purpose: 'magic_link',
      accountId: account.id,
      email: account.email,
    })
    const path = `/login/magic-link/${token}`
    await notify(inner, sender, { kind: 'op.operator.added', to: addressOf(account), values: { code }, path })
    await record(
      { ...inner, viewer: { ...inner.viewer, accountId: account.id } },
      {
        act: 'account.roles',
        subject: { kind: 'account', id: account.id, name: account.name },
        before: { roles: account.roles, duties: account.duties },
        after: made,
        reason: 'added by the command line',
      },
    )
    return { path }
  })
}
