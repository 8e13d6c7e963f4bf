import type { Location } from './location.ts'
import type { PlaceFeature } from './places.ts'
import type { CountryCode } from '#contract/values.ts'

const countryNames: Record<CountryCode, string> = {
  AU: 'Australia',
  US: 'United States',
  GB: 'United Kingdom',
  CA: 'Canada',
}

export function formatLocation(address: Partial<Location['address']>): string {
  const parts = [address.locality, address.neighborhood, address.place, address.region, address.country]
  return [...new Set(parts.filter((part): part is string => Boolean(part)))].join(', ')
}

// Places of these types have no field of their own in the location object and use the locality.
const namedByLocality: ReadonlySet<string> = new Set(['locality', 'postcode', 'district', 'poi'])

export function toLocation(feature: PlaceFeature): Location {
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
      locality: kind && namedByLocality.has(kind) ? feature.text : undefined,
      neighborhood: kind === 'neighborhood' ? feature.text : part('neighborhood')?.text,
    },
  }
}

/** Returns the places that the query names, without those that are only similar. */
export const filterNamedPlaces = <P extends { similar?: true | undefined }>(found: readonly P[]): readonly P[] =>
  found.filter(({ similar }) => !similar)

/** Returns the first result and the equally likely places of the same name (relevance of 0.9 or more). */
export const filterLikelyPlaces = (found: readonly PlaceFeature[]): readonly PlaceFeature[] =>
  found.filter(({ text, relevance = 1 }, i) => i === 0 || (relevance >= 0.9 && text === found[0]?.text))
