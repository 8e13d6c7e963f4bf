import type { OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { ownAddOns } from '#contract/providers/add-ons.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerOf, marketOf } from '#server/providers/own-profile/own-profile.ts'
import { presentWords } from '#server/providers/own-words/present-words.ts'
import { providerOfAccount } from '#server/providers/queries.ts'
import { addOnsOf } from './add-on-queries.ts'

/** What the caller adds to services for those who choose it. */
export async function showAddOns(ctx: Context): Promise<OutputOf<typeof ownAddOns.show>> {
  const row = await providerOfAccount(ctx.db, callerOf(ctx))
  if (!row) throw new Refusal('not_found')
  const catalog = await catalogOf(ctx.database)
  const addOns = await addOnsOf(ctx.db, row.id)
  return {
    lookFirst: marketOf(catalog, row).lookFirst,
    addOns: addOns.map(({ id, service_id, cost_minor, minutes, ...words }) => ({
      id,
      serviceId: service_id,
      cost: major(cost_minor),
      minutes,
      ...presentWords(words),
    })),
  }
}
