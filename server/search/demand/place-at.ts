import { limits } from '#contract/constants.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Catalog } from '#server/catalog/index.ts'
import { nearPlace } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'

export type MarketPlace = { lat: number; lng: number; name: string; tz: string; countryCode: CountryCode }

/** The place that a point given as text lies in; refuses one in no market. */
export async function placeAt(ctx: Context, near: string, catalog: Catalog): Promise<MarketPlace> {
  const [lng = 0, lat = 0] = near.split(',').map(Number)
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) throw refuseField('location_out_of_range', 'near')
  const found = await nearPlace(ctx.reads, lat, lng)
  if (!found || found.metres > limits.remoteMetres) throw new Refusal('place_too_remote')
  if (!catalog.markets.has(found.place.country_code)) throw new Refusal('country_not_served')
  return { lat, lng, name: found.place.name, tz: found.place.tz, countryCode: found.place.country_code as CountryCode }
}
