import type { OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { ownPackages } from '#contract/providers/packages.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerOf, marketOf } from '#server/providers/own-profile/own-profile.ts'
import { presentWords } from '#server/providers/own-words/present-words.ts'
import { providerOfAccount } from '#server/providers/queries.ts'
import { packagesOf } from './package-queries.ts'

/** What the caller sells together for one price. */
export async function showPackages(ctx: Context): Promise<OutputOf<typeof ownPackages.show>> {
  const row = await providerOfAccount(ctx.db, callerOf(ctx))
  if (!row) throw new Refusal('not_found')
  const catalog = await catalogOf(ctx.database)
  const packages = await packagesOf(ctx.db, row.id)
  return {
    lookFirst: marketOf(catalog, row).lookFirst,
    packages: packages.map(({ id, cost_minor, service_ids, counts, ...words }) => ({
      id,
      cost: major(cost_minor),
      services: service_ids.map((serviceId, i) => ({ serviceId, count: counts[i] ?? 1 })),
      ...presentWords(words),
    })),
  }
}
