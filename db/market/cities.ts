import { columns, readGazetteerLines, type Place } from '#db/gazetteer/places.ts'
import { measureKilometres } from '#db/gazetteer/merge.ts'

export type City = {
  name: string
  country: 'AU' | 'US' | 'GB' | 'CA'
  lat: number
  lng: number
  tz: string
  population: number
  providers: number
  spreadKm: number
}

/** Minimum distance of metros, so that no 50 km search sees artists of two. */
const apartKm = 115

export function listCitiesByPeople(providers: number, count: number): City[] {
  const towns = largestTowns().slice(0, count)
  const people = towns.reduce((sum, town) => sum + town.population, 0)
  let [given, counted] = [0, 0]
  return towns.map((town) => {
    counted += town.population
    const upTo = Math.round((providers * counted) / people)
    const own = upTo - given
    given = upTo
    return cityOf(town, own, Math.min(25, 2 + 3 * (town.population / 100_000) ** 0.45))
  })
}

export function listCitiesOfEqualDensity(providers: number, perMetro: number): City[] {
  const wanted = Math.ceil(providers / perMetro)
  const chosen: Place[] = []
  for (const town of largestTowns()) {
    if (chosen.length === wanted) break
    if (chosen.every((other) => measureKilometres(other, town) > apartKm)) chosen.push(town)
  }
  if (chosen.length < wanted) {
    throw new Error(
      `Only ${chosen.length} metros are far enough apart: set --per-metro to ${Math.ceil(providers / chosen.length)} or more.`,
    )
  }
  return chosen.map((town, i) => cityOf(town, Math.min(perMetro, providers - i * perMetro), 9))
}

const cityOf = (town: Place, providers: number, spreadKm: number): City => ({
  name: town.name,
  country: town.country_code as City['country'],
  lat: town.lat,
  lng: town.lng,
  tz: town.tz,
  population: town.population,
  providers,
  spreadKm,
})

function largestTowns(): Place[] {
  const at = Object.fromEntries(columns.map((column, i) => [column, i])) as Record<(typeof columns)[number], number>
  return readGazetteerLines()
    .map((line) => line.split('\t') as string[])
    .filter((row) => row[at.kind] === 'place')
    .map((row) => ({
      ...(Object.fromEntries(columns.map((column, i) => [column, row[i]])) as unknown as Place),
      population: Number(row[at.population]),
      lat: Number(row[at.lat]),
      lng: Number(row[at.lng]),
    }))
    .sort((a, b) => b.population - a.population || a.lat - b.lat)
}
