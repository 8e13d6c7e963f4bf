import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { readCalendarPages, buildCalendarPartCondition } from '#server/platform/calendar-pages.ts'
import { selectExactInstant } from '#server/platform/pagination.ts'

export type PrivateAppointmentRow = Selectable<DB['own_appointment']>

export const countOwnClients = async (db: Db, providerId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('own_client')
        .where('provider_id', '=', providerId)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
export const countOwnAppointments = async (db: Db, providerId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('own_appointment')
        .where('provider_id', '=', providerId)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

export const insertOwnClients = (db: Db, rows: readonly Insertable<DB['own_client']>[]) =>
  db
    .insertInto('own_client')
    .values(rows.map((row) => ({ ...row, changed_at: row.created_at })))
    .returningAll()
    .execute()
export const findPrivateClient = (db: Db, providerId: string, id: string) =>
  db.selectFrom('own_client').selectAll().where('provider_id', '=', providerId).where('id', '=', id).executeTakeFirst()
export const updateOwnClient = async (
  db: Db,
  providerId: string,
  id: string,
  change: Updateable<DB['own_client']>,
): Promise<boolean> =>
  (
    await db
      .updateTable('own_client')
      .set(change)
      .where('provider_id', '=', providerId)
      .where('id', '=', id)
      .executeTakeFirst()
  ).numUpdatedRows > 0n
/** Deletes a client with their appointments and reserved time. Requires `lockDiary`. */
export const deleteOwnClient = async (db: Db, providerId: string, id: string): Promise<boolean> =>
  (await db.deleteFrom('own_client').where('provider_id', '=', providerId).where('id', '=', id).executeTakeFirst())
    .numDeletedRows > 0n

export const listPrivateClients = (db: Db, providerId: string, now: Date) => {
  const past = sql`own_appointment.cancelled_at is null and own_appointment.ends_at <= ${now.toISOString()}::timestamptz`
  return db
    .selectFrom('own_client')
    .leftJoin('own_appointment', 'own_appointment.client_id', 'own_client.id')
    .innerJoin('provider', 'provider.id', 'own_client.provider_id')
    .innerJoin('market', 'market.country_code', 'provider.country_code')
    .where('own_client.provider_id', '=', providerId)
    .groupBy(['own_client.id', 'market.currency'])
    .select([
      'own_client.id',
      'own_client.name',
      'own_client.note',
      'market.currency',
      sql<number>`count(own_appointment.id) filter (where own_appointment.cancelled_at is null)`.as('bookings'),
      sql<Date>`coalesce(max(own_appointment.starts_at), own_client.created_at)`.as('latest'),
      sql<Date | null>`max(own_appointment.starts_at) filter (where ${past})`.as('last'),
      sql<Date | null>`min(own_appointment.starts_at) filter (where own_appointment.cancelled_at is null and own_appointment.starts_at > ${now.toISOString()}::timestamptz)`.as(
        'next',
      ),
      sql<number>`coalesce(sum(own_appointment.price_minor) filter (where ${past}), 0)`.as('spent_minor'),
    ])
    .orderBy('latest', 'desc')
    .limit(5_000)
    .execute()
}

const selectPrivateAppointments = (db: Db, providerId: string) =>
  db
    .selectFrom('own_appointment')
    .innerJoin('own_client', 'own_client.id', 'own_appointment.client_id')
    .leftJoin('own_series', 'own_series.id', 'own_appointment.series_id')
    .where('own_appointment.provider_id', '=', providerId)
    .selectAll('own_appointment')
    .select(['own_client.name', 'own_series.repeat_unit', 'own_series.repeat_every'])
export type NamedAppointment = PrivateAppointmentRow & {
  name: string
  repeat_unit: string | null
  repeat_every: number | null
}
export const listPrivateAppointmentsBetween = (db: Db, providerId: string, from: string, until: string) =>
  selectPrivateAppointments(db, providerId)
    .where('own_appointment.event_date', '>=', from)
    .where('own_appointment.event_date', '<=', until)
    .orderBy('own_appointment.starts_at')
    .limit(2_000)
    .execute()
export const listPrivateAppointmentsOfClient = (db: Db, providerId: string, clientId: string) =>
  selectPrivateAppointments(db, providerId)
    .where('own_appointment.client_id', '=', clientId)
    .orderBy('own_appointment.starts_at', 'desc')
    .limit(2_000)
    .execute()
export const findPrivateAppointment = (db: Db, providerId: string, id: string) =>
  selectPrivateAppointments(db, providerId).where('own_appointment.id', '=', id).executeTakeFirst()

export const listSeriesFrom = (db: Db, providerId: string, seriesId: string, from: Date) =>
  selectPrivateAppointments(db, providerId)
    .where('own_appointment.series_id', '=', seriesId)
    .where('own_appointment.starts_at', '>=', from)
    .orderBy('own_appointment.starts_at')
    .execute()
export const insertOwnSeries = (db: Db, row: Insertable<DB['own_series']>) =>
  db.insertInto('own_series').values(row).returning('id').executeTakeFirstOrThrow()

export type SharedRow = PrivateAppointmentRow & {
  name: string
  artist: string
  slug: string
  country_code: string
  account_id: string | null
}
export const findSharedAppointment = (db: Db, id: string): Promise<SharedRow | undefined> =>
  db
    .selectFrom('own_appointment')
    .innerJoin('own_client', 'own_client.id', 'own_appointment.client_id')
    .innerJoin('provider', 'provider.id', 'own_appointment.provider_id')
    .where('own_appointment.id', '=', id)
    .where('provider.account_id', 'is not', null)
    .selectAll('own_appointment')
    .select([
      'own_client.name',
      'provider.name as artist',
      'provider.slug',
      'provider.country_code',
      'provider.account_id',
    ])
    .executeTakeFirst()

export const insertOwnAppointment = (db: Db, row: Insertable<DB['own_appointment']>) =>
  db.insertInto('own_appointment').values(row).returningAll().executeTakeFirstOrThrow()
export const updateOwnAppointment = (db: Db, id: string, change: Updateable<DB['own_appointment']>) =>
  db
    .updateTable('own_appointment')
    .set({ ...change, sequence: sql`sequence + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
/** The reserved time is deleted by cascade. Requires `lockDiary`. */
export const deleteOwnAppointments = (db: Db, providerId: string, ids: readonly string[]) =>
  db.deleteFrom('own_appointment').where('provider_id', '=', providerId).where('id', 'in', ids).execute()

const calendarKeys = {
  from: sql.ref('own_appointment.starts_at'),
  to: sql.ref('own_appointment.ends_at'),
  id: sql.ref('own_appointment.id'),
}
export const listPrivateAppointmentsSince = (db: Db, providerId: string, span: { since: Date; now: Date }) =>
  readCalendarPages((part, after, size) => {
    const order = part === 'ahead' ? 'asc' : 'desc'
    return selectPrivateAppointments(db, providerId)
      .select(selectExactInstant(calendarKeys.from).as('at'))
      .where(buildCalendarPartCondition(calendarKeys, { ...span, part, after }))
      .orderBy('own_appointment.starts_at', order)
      .orderBy('own_appointment.id', order)
      .limit(size)
      .execute()
  })
