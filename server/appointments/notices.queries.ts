import type { Db } from '#db/database.ts'
import { sql } from 'kysely'
import type { AppointmentRow } from './appointments.queries.ts'

const named = [
  'provider.name as provider',
  'provider.slug',
  'provider.studio_address',
  'provider.account_id as providerAccount',
  'artist.email as providerEmail',
  'artist.name as artistName',
  'artist.country_code as providerCountry',
  'provider.tz as providerTz',
  'customer.email as customerEmail',
  'customer.name as customerName',
  'customer.password_hash',
  'customer.mobile',
  'customer.deleted_at as customerGone',
] as const

export const findParties = (db: Db, of: { account_id: string | null; provider_id: string }) =>
  db
    .selectFrom('provider')
    .leftJoin('account as artist', 'artist.id', 'provider.account_id')
    .leftJoin('account as customer', (join) => join.on('customer.id', '=', of.account_id))
    .where('provider.id', '=', of.provider_id)
    .select(named)
    .executeTakeFirst()
export type Parties = NonNullable<Awaited<ReturnType<typeof findParties>>>

export const listPartiesOfAppointments = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Parties>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('appointment')
    .innerJoin('provider', 'provider.id', 'appointment.provider_id')
    .leftJoin('account as artist', 'artist.id', 'provider.account_id')
    .leftJoin('account as customer', 'customer.id', 'appointment.account_id')
    .where('appointment.id', 'in', ids)
    .select(['appointment.id', ...named])
    .execute()
  return new Map(rows.map(({ id, ...parties }) => [id, parties]))
}

const AT_ONCE = 200

/**
 * Lists appointments that start in the span, were booked before the reminder was due and have not been reminded for
 * this start.
 */
export const listAppointmentsStarting = (
  db: Db,
  { from, to }: { from: Date; to: Date },
  hours: number,
  reminder: string,
): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointment')
    .selectAll()
    .where('state', '=', 'booked')
    .where('starts_at', '>', from)
    .where('starts_at', '<=', to)
    .where(sql<boolean>`booked_at <= starts_at - make_interval(mins => ${Math.round(hours * 60)})`)
    .where(
      sql<boolean>`not exists (select from outbox_fact x where x.fact = ${reminder} || ' ' || appointment.id || ' ' || round(extract(epoch from starts_at) / 60)::bigint || ' provider')`,
    )
    .orderBy('starts_at')
    .limit(AT_ONCE)
    .execute() as unknown as Promise<AppointmentRow[]>
