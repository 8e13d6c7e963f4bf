import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import { eraseBookings, eraseHolds, eraseSearches } from './erase-bookings.queries.ts'
import { eraseProfile } from './erase-profile.queries.ts'

type Whose = { id: string; email: string; now: Date }

/**
 * Erases an account and its data. The row stays without personal data, because receipts and the audit log reference it.
 */
export async function eraseAccount(db: Db, { id, email, now }: Whose): Promise<void> {
  await eraseSayings(db, id)
  await eraseTalk(db, id)
  await eraseProfile(db, id, now)
  await eraseHolds(db, id)
  await eraseSearches(db, id, now)
  await eraseBookings(db, { id, email })
  await eraseVouchers(db, { id, email })
  await sql`update guest set name = '', look = '', allergies = '', allergies_consent_at = null, allergies_consent_version = null, email = null, services = null, labels = null, answered_at = null, declined_at = null where email = ${email}`.execute(
    db,
  )
  await db.deleteFrom('freed_alert').where('email', '=', email).execute()
  await db.deleteFrom('place_wait').where('email', '=', normaliseEmail(email)).execute()
  await db.deleteFrom('mail_confirmation').where('email', '=', email).execute()
  await db.updateTable('upload').set({ used_at: null }).where('account_id', '=', id).execute()
  for (const table of [
    'push_subscription',
    'data_export',
    'sign_in',
    'outbox',
    'signup',
    'identity_gesture_code',
    'calendar_key',
    'api_key',
    'saved_artist',
    'client_note',
    'operator_note',
    'operator_tag',
    'passkey',
    'totp',
    'recovery_code',
    'known_device',
    'number_proof',
    'saved_filter',
  ] as const)
    await db.deleteFrom(table).where('account_id', '=', id).execute()
  await db
    .deleteFrom('operator_note')
    .where('appointment_id', 'in', (of) => of.selectFrom('appointment').select('id').where('account_id', '=', id))
    .execute()
  // A job deletes the card at the gateway.
  await db
    .updateTable('payment_method')
    .set({ state: 'removed', removed_at: now })
    .where('account_id', '=', id)
    .where('state', '<>', 'removed')
    .execute()
  await db
    .updateTable('payment_method')
    .set({ brand: '', last_four: '', expires: '' })
    .where('account_id', '=', id)
    .execute()
  await db.deleteFrom('outbox').where('address', '=', email).execute()
  await db
    .deleteFrom('one_time_token')
    .where((of) => of.or([of('account_id', '=', id), of('email', '=', email)]))
    .execute()
  await db
    .updateTable('session')
    .set({ revoked_at: sql`coalesce(revoked_at, ${now})`, device: '', network: '' })
    .where('account_id', '=', id)
    .execute()
  await db
    .updateTable('account')
    .set({
      name: 'Deleted',
      email: `deleted-${id}@deleted.invalid`,
      mobile: null,
      password_hash: null,
      roles: ['customer'],
      duties: [],
      pending_email: null,
      email_verified_at: null,
      country_code: null,
      notices: '{}',
      quiet_from: null,
      quiet_to: null,
      cookie_choice: null,
      suspended_reason: sql`case when suspended_at is not null then '' end`,
      stands_in_for: null,
      stand_in_visitor: null,
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute()
}

async function eraseSayings(db: Db, accountId: string): Promise<void> {
  const { rows } = await sql<{ about: string; with: string | null }>`
    select a.id::text as about, p.account_id as with from appointment a join provider p on p.id = a.provider_id where a.account_id = ${accountId}
    union select r.id::text, p.account_id from request r join provider p on p.id = r.provider_id where r.account_id = ${accountId}
    union select o.id::text, p.account_id from offer o join request r on r.id = o.request_id join provider p on p.id = r.provider_id where r.account_id = ${accountId}
    union select c.id::text, p.account_id from conversation c join provider p on p.id = c.provider_id where c.account_id = ${accountId}
    union select h.id::text, p.account_id from hold h join provider p on p.id = h.provider_id where h.account_id = ${accountId}
    union select s.id, null from search s where account_id = ${accountId} or account_id is null and (id in (select search_id from appointment where account_id = ${accountId}) or id in (select search_id from request where account_id = ${accountId}))
    union select d.id::text, null from dispute d join appointment a on a.id = d.appointment_id where a.account_id = ${accountId}`.execute(
    db,
  )
  const { rows: facts } = await sql<{
    fact: string
  }>`select 'review.new ' || id as fact from review where account_id = ${accountId}
    union select 'message.new ' || m.id from message m join conversation c on c.id = m.conversation_id where c.account_id = ${accountId}`.execute(
    db,
  )
  const { rows: names } = await sql<{
    name: string
  }>`select lower(split_part(trim(name), ' ', 1)) as name from (select name from account where id = ${accountId} union select requester->>'name' from appointment where account_id = ${accountId}) of_them where trim(name) <> ''`.execute(
    db,
  )
  const owners = sql`(select encode(visitor_hash, 'base64') from search where account_id = ${accountId} and visitor_hash is not null)`
  await sql`delete from idempotency where owner = ${accountId} or owner in (select translate(rtrim(o.encode, '='), '+/' || chr(10), '-_') from ${owners} o)`.execute(
    db,
  )
  if (rows.length === 0) return
  const about = [...new Set([accountId, ...rows.map((row) => row.about)])]
  const whom = [...new Set(rows.flatMap((row) => row.with ?? []))]
  await sql`delete from idempotency where exists (select from unnest(${about}::text[]) as id where position(id in coalesce(body::text, '')) > 0)
    or (owner = any(${whom}::text[]) or owner in (select id::text from account where 'operator' = any(roles))) and exists (select from unnest(${names.map(({ name }) => name)}::text[]) as name where position(name in lower(coalesce(body::text, ''))) > 0)`.execute(
    db,
  )
  // Rows stay, so that nothing is sent twice.
  await sql`update outbox set subject = '', body = '', html = null, attachments = null, state = case when state in ('waiting', 'failed') then 'switched_off' else state end
    where account_id is distinct from ${accountId} and (account_id is null or account_id = any(${whom}::uuid[]) or account_id in (select id from account where 'operator' = any(roles)))
      and exists (select from unnest(${about}::text[]) as id where position(id in coalesce(fact, '') || body) > 0)
      or account_id = any(${whom}::uuid[]) and split_part(fact, ' ', 1) || ' ' || split_part(fact, ' ', 2) = any(${facts.map(({ fact }) => fact)}::text[])`.execute(
    db,
  )
}

// Deletes messages; reviews stay without a name.
async function eraseTalk(db: Db, accountId: string): Promise<void> {
  const own = db.selectFrom('provider').select('id').where('account_id', '=', accountId)
  await sql`update upload set used_at = null where id in (select split_part(file, '/', 4) from message m join conversation c on c.id = m.conversation_id, unnest(m.files) as file
    where c.account_id = ${accountId} or c.provider_id in (select id from provider where account_id = ${accountId}))`.execute(
    db,
  )
  await sql`delete from team_message where account_id = ${accountId} or team_up_id in (select t.id from team_up t join search s on s.id = t.search_id where s.account_id = ${accountId})`.execute(
    db,
  )
  for (const table of ['conversation', 'block', 'customer_review', 'client_note', 'saved_artist'] as const) {
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
    await db.deleteFrom(table).where('provider_id', 'in', own).execute()
  }
  await db.updateTable('report').set({ by_account: null }).where('by_account', '=', accountId).execute()
  const pictures = sql`(select unnest(media_ids) from review where account_id = ${accountId})`
  await sql`update upload set used_at = null where id in (select upload_id from media where id in ${pictures})`.execute(
    db,
  )
  await sql`delete from media where provider_id is null and id in ${pictures}`.execute(db)
  await db
    .updateTable('review')
    .set({ account_id: null, author: 'A customer', author_media_id: null, event: '', media_ids: [], hair_tags: [] })
    .where('account_id', '=', accountId)
    .execute()
}

// Keeps vouchers with their owner, without the deleted giver or recipient.
async function eraseVouchers(db: Db, { id, email }: Pick<Whose, 'id' | 'email'>): Promise<void> {
  const nobody = `deleted-${id}@deleted.invalid`
  await sql`delete from idempotency i using voucher v where (v.account_id = ${id} or v.buyer_email = ${email} or v.to_email = ${email})
    and position(v.id::text in coalesce(i.body::text, '')) > 0`.execute(db)
  await sql`delete from outbox where id in (select f.outbox_id from outbox_fact f join voucher v on f.fact in ('voucher ' || v.id, 'voucher bought ' || v.id, 'voucher.freed ' || v.id, 'voucher.freed.buyer ' || v.id)
    where v.account_id = ${id} or v.buyer_email = ${email} or v.to_email = ${email})`.execute(db)
  await sql`update voucher set account_id = null, buyer_name = 'A customer', buyer_email = ${nobody}, message = '', reason = '',
    to_name = case kind when 'goodwill' then 'A customer' else to_name end
    where account_id = ${id} or buyer_email = ${email}`.execute(db)
  await sql`update voucher set to_name = 'A customer', to_email = null, message = '' where to_email = ${email}`.execute(
    db,
  )
}

export const findProviderIdOfAccount = async (db: Db, accountId: string): Promise<string | null> =>
  (await db.selectFrom('provider').select('id').where('account_id', '=', accountId).executeTakeFirst())?.id ?? null
