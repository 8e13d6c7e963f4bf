import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AccountRow, accountById } from './queries.ts'

/** The account that calls. */
export async function callerAccount(ctx: Context): Promise<AccountRow> {
  const account = ctx.viewer.accountId ? await accountById(ctx.db, ctx.viewer.accountId) : undefined
  if (!account) throw new Refusal('not_signed_in')
  return account
}
