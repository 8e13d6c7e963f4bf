import type { OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { providerOfAccount } from '#server/providers/queries.ts'
import { callerOf } from '#server/providers/own-profile/own-profile.ts'
import { lowerPricesOf } from './selling-queries.ts'
import { presentLower } from './present-lower.ts'

/** When the caller works for less. */
export async function showLowerPrices(ctx: Context): Promise<OutputOf<typeof ownProfile.lowerPrices>> {
  const row = await providerOfAccount(ctx.db, callerOf(ctx))
  if (!row) throw new Refusal('not_found')
  return { rules: (await lowerPricesOf(ctx.db, row.id)).map(presentLower) }
}
