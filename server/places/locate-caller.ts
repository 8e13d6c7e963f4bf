import type { Context } from '#server/platform/context.ts'
import { countryOfAddress } from '#server/gateways/ip-location/ip-location.ts'
import { countryCentres } from './country-centres.ts'

/** The country the caller seems to be in, with its centre; null where it cannot be told. */
export async function locateCaller(
  ctx: Context,
): Promise<{ country_code: string; longitude: number; latitude: number } | null> {
  const code = await countryOfAddress(ctx.address)
  const centre = code ? countryCentres[code] : undefined
  if (!code || !centre) return null
  return { country_code: code, longitude: centre[0], latitude: centre[1] }
}
