import type { Db } from '#db/database.ts'

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

/** Whom notices about an appointment go to, and who they are to each other. */
export const partiesOf = (db: Db, of: { account_id: string | null; provider_id: string }) =>
  db
    .selectFrom('provider')
    .leftJoin('account as artist', 'artist.id', 'provider.account_id')
    .leftJoin('account as customer', (join) => join.on('customer.id', '=', of.account_id))
    .where('provider.id', '=', of.provider_id)
    .select(named)
    .executeTakeFirst()
export type Parties = NonNullable<Awaited<ReturnType<typeof partiesOf>>>

/** The same of several appointments, by their ids. */
export const partiesOfAll = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Parties>> => {
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
