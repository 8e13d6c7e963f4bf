import type { factors } from '#contract/accounts/factors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { askToMake } from './passkeys.ts'
import { callerForFactors } from './standing-factors.ts'

/** What the caller's browser is to make a passkey for. */
export async function offerPasskey(ctx: Context): Promise<OutputOf<typeof factors.passkeyOptions>> {
  const { account, has } = await callerForFactors(ctx)
  return askToMake(ctx, account, has.passkeys)
}
