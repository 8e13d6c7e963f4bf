import type { factors } from '#contract/accounts/factors.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { accountById } from '#server/accounts/queries.ts'
import { welcome } from '#server/accounts/entering/welcome.ts'
import { readSigned } from './passkeys.ts'

/** Signs in with a passkey: the device has asked for a finger, a face or its own code, so nothing else is asked. */
export async function logInByPasskey(
  ctx: Context,
  input: InputOf<typeof factors.logInByPasskey>,
): Promise<OutputOf<typeof factors.logInByPasskey>> {
  const key = await readSigned(ctx, input)
  return ctx.transaction(async (tx) => {
    const account = await accountById(tx.db, key.account_id)
    if (!account) throw new Refusal('passkey_wrong')
    return welcome(tx, account, 'passkey')
  })
}
