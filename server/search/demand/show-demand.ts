import { limits } from '#contract/constants.ts'
import type { Demand, demand } from '#contract/search/demand/demand.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { nearPlace, rounded } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { providerOfAccount } from '#server/providers/index.ts'
import { searchedNear } from './demand-queries.ts'

const MONTH_MS = 30 * 86_400_000
const LEAST_PAIRS = 10

/** What has been searched within 50 km in the last 30 days: around the given point, else around the caller's own base. */
export async function showDemand(ctx: Context, input: InputOf<typeof demand.near>): Promise<Demand> {
  const [lng, lat] = input.near ? input.near.split(',').map(Number) : await baseOf(ctx)
  if (lng === undefined || lat === undefined || Math.abs(lng) > 180 || Math.abs(lat) > 90)
    throw new Refusal('not_found')
  const near = await nearPlace(ctx.reads, lat, lng)
  if (!near || near.metres > limits.remoteMetres) throw new Refusal('not_found')
  const found = await searchedNear(ctx.reads, {
    at: rounded({ lat, lng }),
    metres: limits.candidateRadiusMetres,
    since: new Date(ctx.now.getTime() - MONTH_MS),
  })
  return {
    place: near.place.name,
    customers: found.customers,
    hairAndMakeup: found.pairs >= LEAST_PAIRS && found.hair_and_makeup > 0 && found.hair_and_makeup === found.best,
  }
}

async function baseOf(ctx: Context): Promise<[number, number]> {
  const provider = ctx.viewer.accountId ? await providerOfAccount(ctx.db, ctx.viewer.accountId) : undefined
  if (!provider) throw new Refusal('not_found')
  return [provider.lng, provider.lat]
}
