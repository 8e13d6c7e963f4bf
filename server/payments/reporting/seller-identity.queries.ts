import { type Insertable, type Selectable, sql } from 'kysely'
import { sellerReminders, type SellerState } from '#contract/payments/seller-identity.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { buildTaxRecordStart } from '#server/payments/tax.queries.ts'
import type { SealedText } from '#server/platform/sealing/sealed-text.ts'

export type SellerIdentityRow = Selectable<DB['seller_identity']>

export const findSellerIdentity = (db: Db, providerId: string): Promise<SellerIdentityRow | undefined> =>
  db.selectFrom('seller_identity').selectAll().where('provider_id', '=', providerId).executeTakeFirst()

export const listSellerIdentities = (db: Db, providerIds: readonly string[]): Promise<SellerIdentityRow[]> =>
  providerIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('seller_identity').selectAll().where('provider_id', 'in', providerIds).execute()

export const saveSellerIdentity = (db: Db, row: Insertable<DB['seller_identity']>) => {
  const { provider_id: _, provided_at: __, ...changed } = row
  return db
    .insertInto('seller_identity')
    .values(row)
    .onConflict((oc) => oc.column('provider_id').doUpdateSet(changed))
    .execute()
}

export const findSellerReminder = (db: Db, providerId: string) =>
  db.selectFrom('seller_reminder').selectAll().where('provider_id', '=', providerId).executeTakeFirst()

const days = (n: number) => sql.raw(`interval '${n} days'`)

/** True for a provider whose payouts have stopped, because both reminders had no answer. `provider` is in scope. */
export const isOnHold = (now: Date) => sql<boolean>`(
  not exists (select from seller_identity i where i.provider_id = provider.id)
  and exists (select from seller_reminder r where r.provider_id = provider.id and r.second_at is not null
    and r.first_at <= ${now}::timestamptz - ${days(sellerReminders.stopAfterDays)}))`

export const selectSellerState = (now: Date) => sql<SellerState>`case
  when exists (select from seller_identity i where i.provider_id = provider.id) then
    case when exists (select from payout_account a where a.provider_id = provider.id and a.state = 'ready') then 'verified' else 'provided' end
  when ${isOnHold(now)} then 'overdue' else 'missing' end`

export const getSellerState = async (db: Db, providerId: string, now: Date): Promise<SellerState> =>
  (
    await db
      .selectFrom('provider')
      .select(selectSellerState(now).as('state'))
      .where('id', '=', providerId)
      .executeTakeFirstOrThrow()
  ).state

export const countOnHold = async (db: Db, now: Date): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('provider')
        .select((eb) => eb.fn.countAll().as('n'))
        .where(isOnHold(now))
        .executeTakeFirstOrThrow()
    ).n,
  )

type Reminded = { id: string; name: string; email: string; account_id: string; country_code: string }

/**
 * Lists artists with a captured payment and without a tax identity, whose first reminder is not sent, or whose second
 * one is due.
 */
export const listSellersToRemind = async (
  db: Db,
  { which, now, most }: { which: 'first' | 'second'; now: Date; most: number },
): Promise<Reminded[]> =>
  db
    .selectFrom('provider')
    .innerJoin('account', 'account.id', 'provider.account_id')
    .leftJoin('seller_reminder', 'seller_reminder.provider_id', 'provider.id')
    .select(['provider.id', 'provider.name', 'account.email', 'account.id as account_id', 'provider.country_code'])
    .where(sql<boolean>`not exists (select from seller_identity i where i.provider_id = provider.id)`)
    .where(
      sql<boolean>`exists (select from ledger_movement m where m.provider_id = provider.id and m.kind in ('capture', 'hand_on'))`,
    )
    .where(
      which === 'first'
        ? sql<boolean>`seller_reminder.provider_id is null`
        : sql<boolean>`seller_reminder.second_at is null
            and seller_reminder.first_at <= ${now}::timestamptz - ${days(sellerReminders.secondAfterDays)}`,
    )
    .orderBy('provider.id')
    .limit(most)
    .execute()

/** Returns false if the reminder was recorded before. */
export const recordReminder = async (
  db: Db,
  providerId: string,
  which: 'first' | 'second',
  now: Date,
): Promise<boolean> => {
  const rows =
    which === 'first'
      ? await db
          .insertInto('seller_reminder')
          .values({ provider_id: providerId, first_at: now })
          .onConflict((oc) => oc.column('provider_id').doNothing())
          .returning('provider_id')
          .execute()
      : await db
          .updateTable('seller_reminder')
          .set({ second_at: now })
          .where('provider_id', '=', providerId)
          .where('second_at', 'is', null)
          .returning('provider_id')
          .execute()
  return rows.length > 0
}

/** Deletes identities of deleted accounts, the years of tax records after the last movement. */
export const deleteExpiredIdentities = async (db: Db, now: Date): Promise<void> => {
  await sql`delete from seller_identity i using provider p where p.id = i.provider_id and p.account_id is null
    and not exists (select from ledger_movement m where m.provider_id = p.id and m.at > ${buildTaxRecordStart('p.country_code', now)})`.execute(
    db,
  )
}

const AT_ONCE = 200

export const listIdentitiesAfter = (db: Db, after: string | null) =>
  db
    .selectFrom('seller_identity')
    .select(['provider_id as providerId', 'wrapped_key as wrappedKey', 'sealed'])
    .$if(after !== null, (all) => all.where('provider_id', '>', after as string))
    .orderBy('provider_id')
    .limit(AT_ONCE)
    .execute()

/** Does nothing if the identity has changed since it was read. */
export const replaceSealedIdentity = (
  db: Db,
  { providerId, before, wrappedKey, sealed }: { providerId: string; before: string } & SealedText,
) =>
  db
    .updateTable('seller_identity')
    .set({ wrapped_key: wrappedKey, sealed })
    .where('provider_id', '=', providerId)
    .where('sealed', '=', before)
    .execute()
