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
    ...(row.area && row.kind === 'postcode' ? [{ id: `neighborhood.${row.area}`, text: row.area }] : []),
    ...(row.locality && row.locality !== row.name ? [{ id: `place.${row.locality}`, text: row.locality }] : []),
    ...(row.area && row.kind === 'place' && saysCounty(row, row.area)
      ? [{ id: `district.${row.area}`, text: row.area }]
      : []),
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

/** A city is known without its county, and 'Perth, Perth and Kinross' says it twice. */
const saysCounty = ({ name, population }: PlaceRow, county: string): boolean =>
  population < 100_000 && !county.includes(name)

/** A venue in a place, under the words that were typed for it. */
export function venueFeature(venue: string, row: PlaceRow): PlaceFeature {
  const place = placeFeature(row)
  return {
    ...place,
    id: `poi.${row.id}`,
    text: venue,
    place_name: `${venue}, ${place.place_name}`,
    context: [
      { id: row.kind === 'place' ? `place.${row.name}` : `locality.${row.name}`, text: row.name },
      ...place.context,
    ],
    place_type: ['poi'],
  }
}
