import type { OutputOf } from '#contract/endpoint.ts'
import type { ownWords } from '#contract/providers/own-words.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerOf, marketOf } from '#server/providers/own-profile/own-profile.ts'
import { allServicesOf } from '#server/providers/own-profile/own-queries.ts'
import { providerOfAccount } from '#server/providers/queries.ts'
import { wordsOf } from './own-words-queries.ts'
import { presentWords } from './present-words.ts'

/** What the caller calls each service that they offer. */
export async function showOwnWords(ctx: Context): Promise<OutputOf<typeof ownWords.show>> {
  const row = await providerOfAccount(ctx.db, callerOf(ctx))
  if (!row) throw new Refusal('not_found')
  const catalog = await catalogOf(ctx.database)
  const known = new Map((await wordsOf(ctx.db, row.id)).map((words) => [words.service_id, words]))
  const services = (await allServicesOf(ctx.db, row.id))
    .flatMap(({ service_id }) => catalog.services.get(service_id) ?? [])
    .sort((a, b) => a.no - b.no)
  return {
    lookFirst: marketOf(catalog, row).lookFirst,
    services: services.map(({ id }) => {
      const words = known.get(id)
      return { serviceId: id, ...(words ? presentWords(words) : { shown: null, asked: null, sentBack: null }) }
    }),
  }
}
