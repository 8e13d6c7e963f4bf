import { limits } from '#contract/constants.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { type PlaceFeature, type places, SERVED_COUNTRIES } from '#contract/places/places.ts'
import type { Context } from '#server/platform/context.ts'
import { searchText } from '#db/gazetteer/search-text.ts'
import { getGeocoder } from '#server/gateways/geocoder/geocoder.ts'
import { countryCentres, measureMetres } from './distance.ts'
import {
  type FoundRow,
  findPostcode,
  type PlaceQuery,
  type PlaceRow,
  listPlacesCalled,
  listPlacesLike,
  listPlacesNamed,
  listPlacesNear,
  listTownsBySize,
} from './places.queries.ts'
import { isWithin, parsePostcodeCandidates, listTypos, splitTyped } from './typed-place.ts'
import { findCountryOfAddress } from '#server/gateways/ip-location/ip-location.ts'

/** Best first; none under three characters. With `near`, returns the place of that point. */
export async function findPlaces(ctx: Context, input: InputOf<typeof places.find>): Promise<PlaceFeature[]> {
  const near = input.near ? pair(input.near) : null
  if (near) return placesAround(ctx, near, input.limit)
  if (input.largest) return largestTowns(ctx, input)
  const typed = input.text.trim().replace(/\s+/g, ' ')
  if (typed.length < limits.placeLetters) return []
  const query = queryOf(input)
  const geocoder = getGeocoder(ctx.env)
  if (geocoder)
    return geocoder.forward({ text: typed, countries: query.countries, proximity: query.proximity, limit: input.limit })
  const code = await postcodeTyped(ctx, typed, query)
  if (code) return [code]
  const rows = await rowsFor(ctx, typed, query)
  const best = rows[0]
  if (best?.named) return ranked(rows)
  return (await venueTyped(ctx, typed, query)) ?? ranked(await similarTo(ctx, typed, rows, query))
}

/** Less similar names share a few letters by chance: 'Soho House' and 'South Houston'. */
const leastLikeness = 0.36
/** Beside a place that the first words name. */
const surelyLike = 0.6
const mostSimilar = 3

/** Returns the place that the first words name, for a venue such as 'Soho House', then the similar places. */
async function similarTo(ctx: Context, typed: string, similar: readonly FoundRow[], query: Asked): Promise<FoundRow[]> {
  const within = typed.includes(',') ? [] : await placeOfFirstWords(ctx, typed, query)
  const least = within.length > 0 ? surelyLike : leastLikeness
  const others = similar.filter(({ id, likeness }) => likeness >= least && within.every((row) => row.id !== id))
  return [...within, ...others].slice(0, mostSimilar)
}

async function placeOfFirstWords(ctx: Context, typed: string, query: Asked): Promise<FoundRow[]> {
  const heads = splitTyped(searchText(typed)).map(({ head }) => head)
  const named = heads.filter((head) => head.length > limits.placeLetters)
  const rows = await listPlacesCalled(ctx.reads, named, { ...query, text: '', limit: mostSimilar })
  return rows.slice(0, 1).map((row) => ({ ...row, named: false }))
}

async function largestTowns(ctx: Context, { home, limit }: InputOf<typeof places.find>): Promise<PlaceFeature[]> {
  const country = SERVED_COUNTRIES.find((code) => code === home?.toUpperCase())
  return country ? (await listTownsBySize(ctx.reads, country, limit)).map(placeFeature) : []
}

async function placesAround(ctx: Context, [lng, lat]: [number, number], limit: number): Promise<PlaceFeature[]> {
  const byMetres = (await listPlacesNear(ctx.reads, lat, lng))
    .map((row) => ({ row, metres: measureMetres(lat, lng, row.lat, row.lng) }))
    .sort((a, b) => a.metres - b.metres)
  return byMetres
    .filter(({ metres }) => metres <= limits.remoteMetres)
    .slice(0, limit)
    .map(({ row }) => placeFeature(row))
}

type Asked = Omit<PlaceQuery, 'text'>

function queryOf({ country, home, proximity, limit }: InputOf<typeof places.find>): Asked {
  const asked = (country ?? '')
    .toUpperCase()
    .split(',')
    .map((code) => code.trim())
  const countries = SERVED_COUNTRIES.filter((code) => asked.includes(code))
  return {
    countries: countries.length ? countries : SERVED_COUNTRIES,
    home: home?.toUpperCase() ?? null,
    proximity: proximity ? pair(proximity) : null,
    limit,
  }
}

/** Finds a postcode at the end of the text. Keeps what precedes it as a venue, unless it is only a town. */
async function postcodeTyped(ctx: Context, typed: string, query: Asked): Promise<PlaceFeature | null> {
  for (const { country, code, before } of parsePostcodeCandidates(typed)) {
    if (!query.countries.includes(country)) continue
    const row = await findPostcode(ctx.reads, country, code)
    if (!row) continue
    const words = before
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part && !isWithin(row, part))
    // 'Studio 2000' is not a postcode: a bare number needs a town or region before it.
    if (words.length && /^\d+$/.test(code) && words.join(', ') === before) continue
    return { ...(words.length ? venueFeature(words.join(', '), row) : placeFeature(row)), relevance: 1 }
  }
  return null
}

async function rowsFor(ctx: Context, typed: string, asked: Asked): Promise<FoundRow[]> {
  const [name = '', ...after] = typed.split(',')
  const text = searchText(name).replace(/^the /, '')
  if (text.length < limits.placeLetters) return []
  const wide = after.length ? Math.max(asked.limit, 40) : asked.limit
  const query = { ...asked, text, limit: wide }
  const named = await listPlacesNamed(ctx.reads, query)
  const said = after.length
    ? named.filter((row) => after.every((part) => isWithin(row, part)))
    : await namedWithRegion(ctx, text, query)
  const found = after.length ? said : [...said, ...named]
  if (found.length < asked.limit && text.length > limits.placeLetters) {
    const whole = found.some(({ score }) => score > 5)
    const slips = whole ? [] : await listPlacesCalled(ctx.reads, listTypos(text), query)
    const like = await listPlacesLike(ctx.reads, { ...query, limit: wide * 2 })
    found.push(
      ...[
        ...slips.map((row) => ({ ...row, named: false })),
        ...like.filter(({ likeness }) => likeness >= leastLikeness),
      ].filter((row) => after.every((part) => isWithin(row, part))),
    )
  }
  const seen = new Set<number>()
  return found
    .sort((a, b) => Number(b.named) - Number(a.named) || b.score - a.score)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .slice(0, asked.limit)
}

/** Finds 'Perth Scotland' and 'St Ives Cornwall': a full name followed by its location. */
async function namedWithRegion(ctx: Context, text: string, query: PlaceQuery): Promise<FoundRow[]> {
  const ways = splitTyped(text).filter(({ head }) => head.length >= limits.placeLetters)
  const rows = await listPlacesCalled(
    ctx.reads,
    ways.map(({ head }) => head),
    { ...query, limit: 60 },
  )
  return rows
    .filter((row) => ways.some(({ head, tail }) => searchText(row.name) === head && isWithin(row, tail)))
    .map((row) => ({ ...row, score: row.score + saidWhere }))
}

// A match with location ranks above namesakes without.
const saidWhere = 4

/** Returns an unknown venue in the place after it, keeping its words. */
async function venueTyped(ctx: Context, typed: string, query: Asked): Promise<PlaceFeature[] | null> {
  const comma = typed.indexOf(',')
  const ways =
    comma > 0
      ? [{ head: typed.slice(0, comma), tail: typed.slice(comma + 1).trim() }]
      : splitTyped(typed)
          .filter(({ tail }) => searchText(tail).length > limits.placeLetters)
          .toReversed()
  for (const { head, tail } of ways) {
    if (!head.trim() || !tail) continue
    const code = await postcodeTyped(ctx, tail, query)
    if (code) return [code]
    const rows = (await rowsFor(ctx, tail, query)).filter(
      (row) => row.named && (comma > 0 || searchText(row.name) === searchText(tail)),
    )
    if (rows.length)
      return ranked(rows).map((place, i) => ({
        ...venueFeature(head.trim(), rows[i] as FoundRow),
        relevance: place.relevance,
      }))
  }
  return null
}

function ranked(rows: readonly FoundRow[]): PlaceFeature[] {
  const best = rows[0]?.score ?? 0
  return rows.map((row) => ({
    ...placeFeature(row),
    ...(row.named ? {} : { similar: true as const }),
    relevance: Number(Math.max(0, 1 - (best - row.score) / 6).toFixed(2)),
  }))
}

const pair = (text: string): [number, number] => text.split(',').map(Number) as [number, number]

const countryNames: Record<string, string> = {
  AU: 'Australia',
  US: 'United States',
  GB: 'United Kingdom',
  CA: 'Canada',
}

function placeFeature(row: PlaceRow): PlaceFeature {
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

/** Omits counties of cities and repetitions such as 'Perth, Perth and Kinross'. */
const saysCounty = ({ name, population }: PlaceRow, county: string): boolean =>
  population < 100_000 && !county.includes(name)

function venueFeature(venue: string, row: PlaceRow): PlaceFeature {
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

export async function findCallerCountry(
  ctx: Context,
): Promise<{ country_code: string; longitude: number; latitude: number } | null> {
  const code = await findCountryOfAddress(ctx.address)
  const centre = code ? countryCentres[code] : undefined
  if (!code || !centre) return null
  return { country_code: code, longitude: centre[0], latitude: centre[1] }
}
