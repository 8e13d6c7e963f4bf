import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { AppointmentRow } from '#server/appointments/index.ts'

export type GuestOf = Selectable<DB['guest']>

export const listGuests = (db: Db, appointmentId: string): Promise<GuestOf[]> =>
  db.selectFrom('guest').selectAll().where('appointment_id', '=', appointmentId).orderBy('no').execute()

export const findGuestOfLink = (db: Db, linkId: string): Promise<GuestOf | undefined> =>
  db.selectFrom('guest').selectAll().where('link_id', '=', linkId).executeTakeFirst()

/** Lists the rows of one person, one for each artist of a team that they sit with; the row itself outside teams. */
export const listRowsOfGuest = async (db: Db, guest: GuestOf): Promise<GuestOf[]> =>
  guest.person_id === null
    ? [guest]
    : db.selectFrom('guest').selectAll().where('person_id', '=', guest.person_id).orderBy('appointment_id').execute()

/** Lists the rows of the same person with the other artists of a team whose bookings took place or will. */
export const listOtherGuestRows = (db: Db, id: string): Promise<{ link_id: string | null; provider: string }[]> =>
  db
    .selectFrom('guest as own')
    .innerJoin('guest', 'guest.person_id', 'own.person_id')
    .innerJoin('appointment', 'appointment.id', 'guest.appointment_id')
    .innerJoin('provider', 'provider.id', 'appointment.provider_id')
    .where('own.id', '=', id)
    .whereRef('guest.id', '<>', 'own.id')
    .where('appointment.state', 'not in', ['cancelled', 'no_show'])
    .select(['guest.link_id', 'provider.name as provider'])
    .orderBy('appointment.starts_at')
    .execute()

export type TeamBooking = AppointmentRow & {
  provider_name: string
  /** Indexes of this booking's people within the whole party, in the order of its plan. */
  seats: number[]
}

/** Lists the bookings of a team by one of its searches, in the order of the day. Empty without a team. */
export const listTeamBookings = async (db: Db, searchId: string): Promise<TeamBooking[]> =>
  (await db
    .selectFrom('team_part as own')
    .innerJoin('team_part as part', 'part.team_up_id', 'own.team_up_id')
    .innerJoin('appointment', 'appointment.search_id', 'part.search_id')
    .innerJoin('provider', 'provider.id', 'appointment.provider_id')
    .where('own.search_id', '=', searchId)
    .where('appointment.state', 'not in', ['cancelled', 'no_show'])
    .selectAll('appointment')
    .select(['provider.name as provider_name', 'part.people as seats'])
    .orderBy('appointment.starts_at')
    .orderBy('appointment.id')
    .execute()) as TeamBooking[]

/** Locks the bookings of a team in a fixed order, so that two changes of its guest list cannot wait for each other. */
export const lockTeamBookings = async (db: Db, searchId: string): Promise<void> => {
  await sql`select a.id from team_part own join team_part part on part.team_up_id = own.team_up_id
    join appointment a on a.search_id = part.search_id where own.search_id = ${searchId} order by a.id for update of a`.execute(
    db,
  )
}

/** Columns that a guest fills in, with empty values. */
export const emptyAnswers = {
  name: '',
  look: '',
  allergies: '',
  allergies_consent_at: null,
  allergies_consent_version: null,
  email: null,
  services: null,
  labels: null,
  answered_at: null,
  declined_at: null,
} as const

/** Lists the entries that a guest has saved with an address, the latest event first. */
export const listGuestsOfEmail = (db: Db, email: string) =>
  db
    .selectFrom('guest')
    .innerJoin('appointment', 'appointment.id', 'guest.appointment_id')
    .innerJoin('provider', 'provider.id', 'appointment.provider_id')
    .where('guest.email', '=', email)
    .selectAll('guest')
    .select(['appointment.event_date', 'appointment.country_code', 'provider.name as provider_name'])
    .orderBy('appointment.event_date', 'desc')
    .limit(200)
    .execute()

export const insertGuest = (db: Db, row: Insertable<DB['guest']>) => db.insertInto('guest').values(row).execute()

export const updateGuest = (db: Db, id: string, change: Updateable<DB['guest']>) =>
  db.updateTable('guest').set(change).where('id', '=', id).execute()

export const deleteGuests = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await db.deleteFrom('guest').where('id', 'in', ids).execute()
}

/** One statement, because two guests may swap. */
export const updateGuestSeats = async (
  db: Db,
  seats: readonly { id: string; person: number | null }[],
): Promise<void> => {
  if (seats.length === 0) return
  await sql`update guest g set person = s.person
    from unnest(${sql.val(seats.map(({ id }) => id))}::uuid[], ${sql.val(seats.map(({ person }) => person))}::smallint[]) as s(id, person)
    where g.id = s.id`.execute(db)
}

export const transferGuests = (db: Db, from: string, to: string) =>
  db.updateTable('guest').set({ appointment_id: to }).where('appointment_id', '=', from).execute()
