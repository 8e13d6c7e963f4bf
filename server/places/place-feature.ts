import type { PlaceFeature } from '#contract/places/places.ts'
import type { PlaceRow } from './queries.ts'

const countryNames: Record<string, string> = {
  AU: 'Australia',
  US: 'United States',
  GB: 'United Kingdom',
  CA: 'Canada',
}

/** A gazetteer row in the shape of the specification's map calls. */
export function placeFeature(row: PlaceRow): PlaceFeature {
  const country = countryNames[row.country_code] ?? row.country_code
  const context = [
    ...(row.locality && row.locality !== row.name ? [{ id: `place.${row.locality}`, text: row.locality }] : []),
    ...(row.region
      ? [{ id: `region.${row.region_code}`, text: row.region, short_code: `${row.country_code}-${row.region_code}` }]
      : []),
    { id: `country.${row.country_code}`, text: country, short_code: row.country_code.toLowerCase() },
  ]
  return {
    id: `place.${row.id}`,
    text: row.name,
    place_name: [row.name, ...context.map((c) => c.text)].filter((text, i, all) => all.indexOf(text) === i).join(', '),
    center: [row.lng, row.lat],
    context,
    place_type: [row.kind],
  }
}
