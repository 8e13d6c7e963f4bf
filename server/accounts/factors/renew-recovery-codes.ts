import type { factors } from '#contract/accounts/factors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { callerForFactors } from './standing-factors.ts'
import { tellFactor } from './tell-factor.ts'

/** Ten new recovery codes for the caller; the old ones end. */
export async function renewRecoveryCodes(ctx: Context): Promise<OutputOf<typeof factors.renewRecoveryCodes>> {
  const sender = await senderOf(ctx)
  return ctx.transaction(async (tx) => {
    const { account } = await callerForFactors(tx)
    await tellFactor(tx, sender, account, { act: 'factor.add', what: 'new recovery codes' })
    return { recoveryCodes: await newRecoveryCodes(tx, account.id) }
  })
}
