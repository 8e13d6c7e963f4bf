import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { providerOfAccount } from './queries.ts'

/** The provider row of whoever calls; refused while sign-up has not come to making one. */
export async function ownProvider(ctx: Context) {
  const provider = ctx.viewer.accountId ? await providerOfAccount(ctx.db, ctx.viewer.accountId) : undefined
  if (!provider) throw new Refusal('not_found')
  return provider
}
