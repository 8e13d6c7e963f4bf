import type { Location } from './location.ts'
import type { PlaceFeature } from './places.ts'
import type { CountryCode } from '#contract/values.ts'

const countryNames: Record<CountryCode, string> = {
  AU: 'Australia',
  US: 'United States',
  GB: 'United Kingdom',
  CA: 'Canada',
}

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
