import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type GuestOf = Selectable<DB['guest']>

export const listGuests = (db: Db, appointmentId: string): Promise<GuestOf[]> =>
  db.selectFrom('guest').selectAll().where('appointment_id', '=', appointmentId).orderBy('no').execute()

export const findGuestOfLink = (db: Db, linkId: string): Promise<GuestOf | undefined> =>
  db.selectFrom('guest').selectAll().where('link_id', '=', linkId).executeTakeFirst()

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
