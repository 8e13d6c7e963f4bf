import { openPostgres } from '#db/database.ts'
import { generateSampleMarket } from '#db/cast/market.ts'
import { rollOf } from './parties.ts'

export type Spot = { lat: number; lng: number; country: string; name: string }

const wanted = 3_000

/** Places of the sample market, weighted by its artists. */
export function sampleSpots(): Spot[] {
  return generateSampleMarket().map(({ lat, lng, metro }) => ({ lat, lng, country: metro.country, name: metro.name }))
}

/**
 * Places of a market in PostgreSQL, weighted by its artists, and the number of artists. Limited to a number of metros
 * if given.
 */
export async function spotsOf(
  url: string,
  metros = Number.POSITIVE_INFINITY,
): Promise<{ spots: Spot[]; providers: number }> {
  const database = await openPostgres(url)
  try {
    const { providers, most } = await database.db
      .selectFrom('provider')
      .select((eb) => [eb.fn.countAll<number>().as('providers'), eb.fn.max('no').as('most')])
      .executeTakeFirstOrThrow()
    const roll = rollOf(7)
    const nos = Array.from({ length: wanted }, () => 1 + Math.floor(roll() * Number(most)))
    const rows = await database.db
      .selectFrom('provider')
      .select(['lat', 'lng', 'country_code', 'city'])
      .where('no', 'in', nos)
      .orderBy('no')
      .execute()
    const spots = rows.map((row) => ({ lat: row.lat, lng: row.lng, country: row.country_code, name: row.city }))
    const within = new Set([...new Set(spots.map(({ country, name }) => `${country} ${name}`))].slice(0, metros))
    return { spots: spots.filter(({ country, name }) => within.has(`${country} ${name}`)), providers }
  } finally {
    await database.close()
  }
}
