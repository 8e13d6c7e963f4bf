import { type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
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

const columns = [
  'id',
  'place_name',
  'location',
  'lat',
  'lng',
  'tz',
  'event_date',
  'country_code',
  'people',
  'account_id',
] as const

/** What an appointment takes over from its search. */
export const searchForBooking = (db: Db, id: string): Promise<BookedSearch | undefined> =>
  db
    .selectFrom('search')
    .select([...columns, 'visitor_hash'])
    .where('id', '=', id)
    .executeTakeFirst() as unknown as Promise<BookedSearch | undefined>

export type SearchToBook = Omit<BookedSearch, 'visitor_hash'>

/** The same of the hold that a statement is about, as one of its columns. */
export const searchOfHold = (db: Db) =>
  jsonObjectFrom(
    db.selectFrom('search').select(columns).where('search.id', '=', sql.ref<string>('hold.search_id')),
  ) as unknown as RawBuilder<SearchToBook | null>
