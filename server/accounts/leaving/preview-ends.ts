import type { account as own } from '#contract/accounts/account.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { dependants } from './dependants.ts'
import { ownProviderId } from './erase-queries.ts'

/** Returns what would end if the caller paused their profile or closed their account. */
export async function previewEnds(ctx: Context): Promise<OutputOf<typeof own.ends>> {
  const { id, email } = await callerAccount(ctx)
  const providerId = await ownProviderId(ctx.db, id)
  return {
    asArtist: providerId === null ? null : await dependants().previewForArtist(ctx, providerId),
    asCustomer: await dependants().previewForCustomer(ctx, { accountId: id, email }),
  }
}
