import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

/** Returns whether anything is saved with an address. */
export const hasPersonalData = async (db: Db, email: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select (
    exists (select from account where email = ${email}::citext and deleted_at is null)
    or exists (select from guest where email = ${email}::citext)
    or exists (select from own_client where lower(email) = ${normaliseEmail(email)} and email <> '')
    or exists (select from voucher where to_email = ${email}::citext and sent_at is not null)
    or exists (select from payment where email = ${email}::citext and kind = 'share')
    or exists (select from freed_alert where email = ${email}::citext)
    or exists (select from place_wait where email = ${normaliseEmail(email)})
    or exists (select from outside_review where address_hash = sha256(convert_to(${normaliseEmail(email)}, 'UTF8')))) as found`.execute(
    db,
  )
  return rows[0]?.found === true
}

/** Lists gift vouchers that were sent to an address. One that is still to be sent stays a surprise. */
export const listReceivedVouchers = (db: Db, email: string) =>
  db
    .selectFrom('voucher')
    .where('to_email', '=', email)
    .where('sent_at', 'is not', null)
    .select(['id', 'number', 'amount_minor', 'currency', 'buyer_name', 'to_name', 'message', 'sent_at'])
    .orderBy('number')
    .limit(200)
    .execute()

export const listSharePayments = (db: Db, email: string) =>
  db
    .selectFrom('payment')
    .where('email', '=', email)
    .where('kind', '=', 'share')
    .where('captured_at', 'is not', null)
    .select(['id', 'number', 'amount_minor', 'currency', 'country_code', 'description', 'captured_at'])
    .orderBy('captured_at', 'desc')
    .limit(200)
    .execute()

/** Lists the places and days that an address waits for. The id begins with the letter of the list. */
export const listAlerts = async (db: Db, email: string) =>
  (
    await sql<{ id: string; place: string; created_at: Date }>`
      select 'p' || id as id, place_name as place, created_at from place_wait where email = ${normaliseEmail(email)}
      union all
      select 'f' || f.id, s.area || ', ' || s.event_date, f.created_at from freed_alert f join search s on s.id = f.search_id where f.email = ${email}::citext
      order by created_at limit 200`.execute(db)
  ).rows

export const listWorkElsewhere = (db: Db, email: string) =>
  db
    .selectFrom('outside_review')
    .innerJoin('provider', 'provider.id', 'outside_review.provider_id')
    .where('address_hash', '=', sql<Buffer>`sha256(convert_to(${normaliseEmail(email)}, 'UTF8'))`)
    .select(['outside_review.id', 'outside_review.name', 'comments', 'invited_at', 'provider.name as provider_name'])
    .orderBy('invited_at')
    .limit(200)
    .execute()

export const renameVoucherRecipient = async (db: Db, email: string, id: string, name: string): Promise<boolean> =>
  (
    await db
      .updateTable('voucher')
      .set({ to_name: name })
      .where('id', '=', id)
      .where('to_email', '=', email)
      .where('sent_at', 'is not', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Removes the recipient from one voucher, or from all that were sent to an address. The money stays on its code. */
export async function eraseVoucherRecipient(db: Db, email: string, id: string | null): Promise<number> {
  const which = sql`v.to_email = ${email}::citext and v.sent_at is not null and (${id}::uuid is null or v.id = ${id}::uuid)`
  await sql`delete from outbox where id in (select f.outbox_id from outbox_fact f
    join voucher v on f.fact in ('voucher ' || v.id, 'voucher.freed ' || v.id) where ${which})`.execute(db)
  const { numAffectedRows } =
    await sql`update voucher v set to_name = 'A customer', to_email = null, message = '' where ${which}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function deleteAlert(db: Db, email: string, id: string): Promise<number> {
  if (!/^[pf]\d{1,18}$/.test(id)) return 0
  const number = id.slice(1)
  const { numAffectedRows } = await (id.startsWith('p')
    ? sql`delete from place_wait where id = ${number}::bigint and email = ${normaliseEmail(email)}`.execute(db)
    : sql`delete from freed_alert where id = ${number}::bigint and email = ${email}::citext`.execute(db))
  return Number(numAffectedRows ?? 0)
}

/** Deletes what a client wrote about work outside Primp: one entry, or all of an address. */
export async function deleteWorkElsewhere(db: Db, email: string, id: string | null): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from outside_review where address_hash = sha256(convert_to(${normaliseEmail(email)}, 'UTF8'))
    and (${id}::uuid is null or id = ${id}::uuid)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes what is left of an address without an account after its entries were deleted: alerts, mails and links. Final
 * payments of shares stay without the address and the name.
 */
export async function eraseAddress(db: Db, email: string): Promise<void> {
  await sql`delete from place_wait where email = ${normaliseEmail(email)}`.execute(db)
  await sql`delete from freed_alert where email = ${email}::citext`.execute(db)
  await sql`delete from mail_confirmation where email = ${email}::citext`.execute(db)
  await sql`update bill_share b set name = '' from payment p where p.kind = 'share' and p.ref = b.id and p.email = ${email}::citext`.execute(
    db,
  )
  await sql`update payment set email = 'deleted-' || id || '@deleted.invalid', visitor_hash = null
    where kind = 'share' and email = ${email}::citext and state in ('captured', 'voided', 'ended')`.execute(db)
  await sql`delete from one_time_token where email = ${email}::citext and account_id is null`.execute(db)
  await sql`delete from outbox where lower(address) = ${normaliseEmail(email)} and account_id is null`.execute(db)
}
