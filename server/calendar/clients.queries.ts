import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/appointments/index.ts'

export const findClientNote = async (db: Db, providerId: string, accountId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('client_note')
      .select('note')
      .where('provider_id', '=', providerId)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  )?.note ?? null

export const listClientsOf = (db: Db, providerId: string, now: Date, accountId?: string) => {
  const past = sql`appointment.state in ('booked', 'completed', 'settled') and appointment.ends_at <= ${now.toISOString()}::timestamptz`
  const all = db
    .selectFrom('appointment')
    .innerJoin('account', 'account.id', 'appointment.account_id')
    .leftJoin('client_note', (join) =>
      join.onRef('client_note.account_id', '=', 'account.id').on('client_note.provider_id', '=', providerId),
    )
    .where('appointment.provider_id', '=', providerId)
    .where('account.deleted_at', 'is', null)
  return (accountId ? all.where('account.id', '=', accountId) : all)
    .groupBy(['account.id', 'account.name', 'client_note.note', 'client_note.allergies', 'client_note.look'])
    .select([
      'account.id',
      'account.name',
      'client_note.note',
      'client_note.allergies',
      'client_note.look',
      sql<number>`count(*) filter (where appointment.state <> 'cancelled')`.as('bookings'),
      sql<Date>`max(appointment.starts_at)`.as('latest'),
      sql<Date | null>`max(appointment.starts_at) filter (where ${past})`.as('last'),
      sql<Date | null>`min(appointment.starts_at) filter (where appointment.state = 'booked' and appointment.starts_at > ${now.toISOString()}::timestamptz)`.as(
        'next',
      ),
      sql<number>`coalesce(sum(appointment.total_minor) filter (where ${past}), 0)`.as('spent_minor'),
      sql<number>`coalesce(sum(appointment.total_minor - appointment.fee_minor) filter (where ${past}), 0)`.as(
        'earned_minor',
      ),
      sql<string>`min(appointment.currency)`.as('currency'),
    ])
    .orderBy('latest', 'desc')
    .limit(5_000)
    .execute()
}

export const listAppointmentsWithClient = (db: Db, providerId: string, accountId: string) =>
  db
    .selectFrom('appointment')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('account_id', '=', accountId)
    .orderBy('starts_at', 'desc')
    .limit(2_000)
    .execute() as Promise<AppointmentRow[]>

export const saveClientNote = (
  db: Db,
  row: {
    provider_id: string
    account_id: string
    note: string
    allergies?: string | undefined
    look?: string | undefined
    updated_at: Date
  },
) =>
  db
    .insertInto('client_note')
    .values(row)
    .onConflict((oc) => oc.columns(['provider_id', 'account_id']).doUpdateSet(row))
    .execute()
