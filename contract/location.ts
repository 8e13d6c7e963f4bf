import { z } from 'zod'
import type { PlaceFeature } from './places.ts'
import type { CountryCode } from './values.ts'

const missing = 'Please enter location'

/** The specification's location object; `coordinates` is [longitude, latitude], empty while nothing is chosen. */
export const Location = z.object({
  type: z.literal('Point').default('Point'),
  coordinates: z.tuple([z.number(), z.number()], missing),
  address: z.object({
    placeName: z.string().trim().min(1).max(200),
    country: z.string().max(80).optional(),
    countryCode: z.string().transform((code) => code.toUpperCase()).pipe(z.string().regex(/^[A-Z]{2}$/)),
    regionCode: z.string().max(20).optional(),
    locality: z.string().max(120).optional(),
    neighborhood: z.string().max(120).optional(),
    place: z.string().max(120).optional(),
    region: z.string().max(120).optional(),
  }, missing),
}, missing)
export type Location = z.infer<typeof Location>

const countryNames: Record<CountryCode, string> = { AU: 'Australia', US: 'United States', GB: 'United Kingdom', CA: 'Canada' }

/** The location label: locality, neighborhood, place, region, country with commas, what is unknown left out. */
export function locationLabel(address: Partial<Location['address']>): string {
  const parts = [address.locality, address.neighborhood, address.place, address.region, address.country]
  return [...new Set(parts.filter((part): part is string => Boolean(part)))].join(', ')
}

/** A place from the list as the location object that a search sends. */
export function locationOf(feature: PlaceFeature): Location {
  const part = (kind: string) => feature.context.find((c) => c.id.startsWith(`${kind}.`))
  const code = (part('country')?.short_code ?? '').toUpperCase()
  const kind = feature.place_type[0]
  return {
    type: 'Point',
    coordinates: feature.center,
    address: {
      placeName: feature.place_name,
      country: countryNames[code as CountryCode] ?? part('country')?.text,
      countryCode: code,
      regionCode: part('region')?.short_code,
      region: part('region')?.text,
      place: kind === 'place' ? feature.text : part('place')?.text,
      locality: kind === 'locality' || kind === 'postcode' ? feature.text : undefined,
      neighborhood: kind === 'neighborhood' ? feature.text : undefined,
    },
  }
}
