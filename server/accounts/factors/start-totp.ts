import type { factors } from '#contract/accounts/factors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerForFactors } from './standing-factors.ts'
import { beginTotp } from './totp.ts'

/** The secret for an app of the caller's, and the link by which it takes it. */
export async function startTotp(ctx: Context): Promise<OutputOf<typeof factors.startTotp>> {
  const { account } = await callerForFactors(ctx)
  const begun = await beginTotp(ctx, account)
  if (!begun) throw new Refusal('state_changed')
  return begun
}
