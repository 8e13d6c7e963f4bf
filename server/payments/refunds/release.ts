import type { Context } from '#server/platform/context.ts'
import { lockAccounts, pendingOf, post } from '#server/payments/ledger/ledger-queries.ts'

/** What a provider is owed for one thing becomes theirs, in the caller's transaction: it goes with the next payout. Called again it releases what came since. */
export async function release(ctx: Context, { providerId, ref }: { providerId: string; ref: string }): Promise<void> {
  await lockAccounts(ctx.db, providerId)
  for (const { currency, minor } of await pendingOf(ctx.db, providerId, ref)) {
    if (minor > 0)
      await post(
        ctx.db,
        { kind: 'release', providerId, amountMinor: minor },
        { fact: `release:${ref}:${crypto.randomUUID()}`, currency, at: ctx.now, providerId, ref },
      )
  }
}
