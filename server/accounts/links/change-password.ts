import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { checkPassword, hashPassword, passwordRight } from '#server/accounts/registering/passwords.ts'
import { savePassword } from './save-password.ts'

/** Keeps a new password beside the old one and ends every other session. */
export async function changePassword(
  ctx: Context,
  { current, password }: InputOf<typeof own.changePassword>,
): Promise<{ done: true }> {
  const account = await callerAccount(ctx)
  if (account.password_hash && !(await passwordRight(account.password_hash, current)))
    throw refuseField('password_wrong', 'current')
  await checkPassword(ctx.env, password, [account.name, account.email])
  const [hashed, sender] = [await hashPassword(password), await senderOf(ctx)]
  return ctx.transaction(async (inner) => {
    await savePassword(inner, sender, account, hashed, inner.viewer.sessionId)
    return { done: true }
  })
}
