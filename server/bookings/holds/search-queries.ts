import type { Location } from '#contract/places/location.ts'
import type { Look } from '#contract/search/search.ts'
import type { Db } from '#db/database.ts'

export type BookedSearch = {
  id: string
  place_name: string
  location: Location
  lat: number
  lng: number
  tz: string
  event_date: string
  country_code: string
  people: Look[]
  visitor_hash: Uint8Array | null
  account_id: string | null
}

/** What an appointment takes over from its search. */
export const searchForBooking = (db: Db, id: string): Promise<BookedSearch | undefined> =>
  db
    .selectFrom('search')
    .select([
      'id',
      'place_name',
      'location',
      'lat',
      'lng',
      'tz',
      'event_date',
      'country_code',
      'people',
      'visitor_hash',
      'account_id',
    ])
    .where('id', '=', id)
    .executeTakeFirst() as unknown as Promise<BookedSearch | undefined>
