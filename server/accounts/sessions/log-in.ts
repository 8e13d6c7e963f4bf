import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { accounts } from '#contract/accounts/accounts.ts'
import { type Context, onLoopbackAddress } from '#server/platform/context.ts'
import { shownNetwork } from '#server/platform/network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { passwordRight } from '#server/accounts/registering/passwords.ts'
import { accountByEmail, insertSignIn } from '#server/accounts/queries.ts'
import { welcome } from '#server/accounts/entering/welcome.ts'

/** Signs in with mail address and password; the same refusal and the same time for a wrong one and an unknown one. */
export async function logIn(
  ctx: Context,
  input: InputOf<typeof accounts.login>,
): Promise<OutputOf<typeof accounts.login>> {
  const account = await accountByEmail(ctx.db, input.email)
  const right = await passwordRight(account?.password_hash, input.password)
  // Everybody knows the sample passwords, so they open nothing from outside this machine.
  if (!account || !right || (account.sample && !onLoopbackAddress(ctx.address))) {
    if (account)
      await insertSignIn(ctx.db, {
        account_id: account.id,
        how: 'password',
        succeeded: false,
        device: ctx.device,
        network: shownNetwork(ctx.address),
        at: ctx.now,
      })
    throw new Refusal('wrong_credentials')
  }
  return ctx.transaction((inner) => welcome(inner, account, 'password'))
}
