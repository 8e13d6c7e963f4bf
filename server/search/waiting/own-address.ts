import { findAccount } from '#server/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'

/** The caller's address; null while nobody has proven it to be theirs: lists are an address's. */
export async function ownAddress(ctx: Context): Promise<string | null> {
  const account = ctx.viewer.accountId ? await findAccount(ctx.db, ctx.viewer.accountId) : undefined
  return account?.email_verified_at ? account.email : null
}
