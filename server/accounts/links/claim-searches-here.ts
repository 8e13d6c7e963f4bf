import type { Context } from '#server/platform/context.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { claimFor } from '#server/accounts/entering/welcome.ts'

/** Takes over what this browser's visitor searched for while somebody was signed in beside. */
export async function claimSearchesHere(ctx: Context): Promise<{ claimed: number }> {
  const { id } = await callerAccount(ctx)
  return { claimed: await claimFor(ctx, id) }
}
