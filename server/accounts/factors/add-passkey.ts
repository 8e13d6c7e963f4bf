import type { factors } from '#contract/accounts/factors.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { insertPasskey } from './factor-queries.ts'
import { readMade } from './passkeys.ts'
import { firstRecoveryCodes } from './recovery-codes.ts'
import { callerForFactors } from './standing-factors.ts'
import { nowStrong } from './strong.ts'
import { tellFactor } from './tell-factor.ts'

/** Keeps a passkey that the caller's browser has made; from now on this session counts as shown by it. */
export async function addPasskey(
  ctx: Context,
  { name, ...made }: InputOf<typeof factors.addPasskey>,
): Promise<OutputOf<typeof factors.addPasskey>> {
  const { account } = await callerForFactors(ctx)
  const [key, sender] = [await readMade(ctx, account.id, made), await senderOf(ctx)]
  return ctx.transaction(async (tx) => {
    if (!(await insertPasskey(tx.db, { ...key, account_id: account.id, name, created_at: tx.now })))
      throw new Refusal('passkey_wrong')
    await nowStrong(tx)
    await tellFactor(tx, sender, account, { act: 'factor.add', what: name })
    return { recoveryCodes: await firstRecoveryCodes(tx, account.id) }
  })
}
