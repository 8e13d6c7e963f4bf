import { sql } from 'kysely'
import type { PayoutRhythm } from '#contract/payments/payments.ts'
import type { AccountState, Seller } from '#server/gateways/payments/gateway.ts'
import type { Db } from '#db/database.ts'
import type { GatewayName } from './payments.queries.ts'

export type Payee = {
  id: string
  name: string
  slug: string
  country_code: string
  tz: string
  account_id: string | null
}

export const findPayee = (db: Db, accountId: string): Promise<Payee | undefined> =>
  db
    .selectFrom('provider')
    .select(['id', 'name', 'slug', 'country_code', 'tz', 'account_id'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export const findPayeeById = (db: Db, providerId: string): Promise<(Payee & { email: string | null }) | undefined> =>
  db
    .selectFrom('provider')
    .leftJoin('account', 'account.id', 'provider.account_id')
    .select([
      'provider.id',
      'provider.name',
      'provider.slug',
      'provider.country_code',
      'provider.tz',
      'provider.account_id',
      'account.email',
    ])
    .where('provider.id', '=', providerId)
    .executeTakeFirst()

export const findPayoutAccount = (db: Db, providerId: string) =>
  db.selectFrom('payout_account').selectAll().where('provider_id', '=', providerId).executeTakeFirst()

/** Returns the artist of a payment, without the payout account if no payment may be made on behalf of it. */
export async function findSeller(db: Db, gateway: GatewayName, providerId: string): Promise<Seller | null> {
  const row = await db
    .selectFrom('provider')
    .leftJoin('payout_account', (join) =>
      join
        .onRef('payout_account.provider_id', '=', 'provider.id')
        .on('payout_account.gateway', '=', gateway)
        .on('payout_account.card_payments_active', '=', true),
    )
    .select(['provider.name', 'payout_account.gateway_id'])
    .where('provider.id', '=', providerId)
    .executeTakeFirst()
  return row ? { name: row.name, accountId: row.gateway_id } : null
}

/** Saves a provider's payout account, replacing one of another gateway. */
export const savePayoutAccount = (
  db: Db,
  row: {
    provider_id: string
    gateway: GatewayName
    gateway_id: string
    state: AccountState['state']
    label: string
    card_payments_active: boolean
    updated_at: Date
  },
) =>
  db
    .insertInto('payout_account')
    .values({ ...row, created_at: row.updated_at })
    .onConflict((oc) =>
      oc.column('provider_id').doUpdateSet({
        gateway: row.gateway,
        gateway_id: row.gateway_id,
        state: row.state,
        label: row.label,
        card_payments_active: row.card_payments_active,
        updated_at: row.updated_at,
        told_at: row.updated_at,
      }),
    )
    .execute()

/** Returns the account's provider, or undefined if a newer state is stored. */
export const setPayoutState = async (
  db: Db,
  gateway: GatewayName,
  gatewayId: string,
  { state, label, cardPayments }: AccountState,
  now: Date,
  toldAt: Date = now,
): Promise<string | undefined> =>
  (
    await db
      .updateTable('payout_account')
      .set({
        state,
        // Not saved again after the artist has left.
        label: sql<string>`case when exists (select from provider p where p.id = payout_account.provider_id and p.account_id is not null) then ${label} else '' end`,
        card_payments_active: cardPayments,
        updated_at: now,
        told_at: toldAt,
      })
      .where('gateway', '=', gateway)
      .where('gateway_id', '=', gatewayId)
      .where((eb) => eb.or([eb('told_at', 'is', null), eb('told_at', '<=', toldAt)]))
      .returning('provider_id')
      .executeTakeFirst()
  )?.provider_id

export const findPayoutAccountByName = (db: Db, gateway: GatewayName, gatewayId: string) =>
  db
    .selectFrom('payout_account')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('gateway_id', '=', gatewayId)
    .executeTakeFirst()

/** Saves the payout rhythm. Returns false if the provider has no payout details. */
export const savePayoutRhythm = async (db: Db, providerId: string, rhythm: PayoutRhythm): Promise<boolean> =>
  (
    await db
      .updateTable('payout_account')
      .set({ rhythm })
      .where('provider_id', '=', providerId)
      .returning('provider_id')
      .execute()
  ).length > 0
