import type { Location } from '#contract/places/location.ts'
import type { Look } from '#contract/search/search.ts'
import type { Db } from '#db/database.ts'
import { standing } from '#server/bookings/appointments/appointment-queries.ts'

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

const found = (db: Db, id: string) =>
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

/** What an appointment takes over from its search. */
export const searchForBooking = (db: Db, id: string): Promise<BookedSearch | undefined> =>
  found(db, id).executeTakeFirst() as unknown as Promise<BookedSearch | undefined>

/** The same, with whether that artist has been booked on it already. */
export const searchToBook = (
  db: Db,
  id: string,
  providerId: string,
): Promise<(BookedSearch & { booked: boolean }) | undefined> =>
  found(db, id)
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('appointment')
            .select('appointment.id')
            .whereRef('appointment.search_id', '=', 'search.id')
            .where('appointment.provider_id', '=', providerId)
            .where('appointment.state', 'in', standing),
        )
        .as('booked'),
    )
    .executeTakeFirst() as unknown as Promise<(BookedSearch & { booked: boolean }) | undefined>
