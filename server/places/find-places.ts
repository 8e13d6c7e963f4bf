import type { InputOf } from '#contract/endpoint.ts'
import { type PlaceFeature, type places, SERVED_COUNTRIES } from '#contract/places/places.ts'
import { limits } from '#contract/constants.ts'
import type { Context } from '#server/platform/context.ts'
import { searchText } from '#db/gazetteer/search-text.ts'
import { geocoderOf } from '#server/gateways/geocoder/geocoder.ts'
import { metresBetween } from './distance.ts'
import { placeFeature } from './place-feature.ts'
import { placesLike, placesNear } from './queries.ts'

/** Places for what was typed, best first; nothing under three characters; with `near` the place of that point. */
export async function findPlaces(ctx: Context, input: InputOf<typeof places.find>): Promise<PlaceFeature[]> {
  const near = input.near ? pair(input.near) : null
  if (near) {
    const rows = await placesNear(ctx.reads, near[1], near[0])
    const byMetres = rows
      .map((row) => ({ row, metres: metresBetween(near[1], near[0], row.lat, row.lng) }))
      .sort((a, b) => a.metres - b.metres)
    return byMetres
      .filter(({ metres }) => metres <= limits.remoteMetres)
      .slice(0, input.limit)
      .map(({ row }) => placeFeature(row))
  }
  const typed = input.text.trim()
  if (typed.length < limits.placeLetters) return []
  const asked = (input.country ?? '')
    .toUpperCase()
    .split(',')
    .map((c) => c.trim())
  const countries = SERVED_COUNTRIES.filter((code) => asked.includes(code))
  const proximity = input.proximity ? pair(input.proximity) : null
  const geocoder = geocoderOf(ctx.env)
  if (geocoder)
    return geocoder.forward({
      text: typed,
      countries: countries.length ? countries : SERVED_COUNTRIES,
      proximity,
      limit: input.limit,
    })
  const [text = '', ...after] = typed.split(',')
  const words = searchText(text)
  if (words.length < limits.placeLetters) return []
  const rows = await placesLike(ctx.reads, {
    text: words,
    after: searchText(after[0] ?? ''),
    countries: countries.length ? countries : SERVED_COUNTRIES,
    proximity,
    limit: input.limit,
  })
  return rows.map(placeFeature)
}

const pair = (text: string): [number, number] => text.split(',').map(Number) as [number, number]
