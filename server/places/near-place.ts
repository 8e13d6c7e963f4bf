import type { Db } from '#db/database.ts'
import { metresBetween } from './distance.ts'
import { type PlaceRow, placesNear } from './queries.ts'

/** The gazetteer place nearest to a point, how many metres off it is, and what else is named around it. */
export async function nearPlace(
  db: Db,
  lat: number,
  lng: number,
): Promise<{ place: PlaceRow; metres: number; around: readonly string[] } | null> {
  const rows = await placesNear(db, lat, lng)
  let nearest: { place: PlaceRow; metres: number } | null = null
  for (const place of rows) {
    const metres = metresBetween(lat, lng, place.lat, place.lng)
    if (!nearest || metres < nearest.metres) nearest = { place, metres }
  }
  return nearest && { ...nearest, around: rows.flatMap(({ name, locality }) => (locality ? [name, locality] : [name])) }
}
