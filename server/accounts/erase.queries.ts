import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import { isEmailHeld } from './legal-hold.queries.ts'

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
  await eraseBookings(db, id)
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
  await db.deleteFrom('outbox').where('address', '=', email).execute()
  await db
    .deleteFrom('one_time_token')
    .where((of) => of.or([of('account_id', '=', id), of('email', '=', email)]))
    .execute()
  await db
    .updateTable('session')
    .set({ revoked_at: now, device: '', network: '' })
    .where('account_id', '=', id)
    .where('revoked_at', 'is', null)
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
    or owner = any(${whom}::text[]) and exists (select from unnest(${names.map(({ name }) => name)}::text[]) as name where position(name in lower(coalesce(body::text, ''))) > 0)`.execute(
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
  await db
    .updateTable('review')
    .set({ account_id: null, author: 'A customer', author_media_id: null, event: '' })
    .where('account_id', '=', accountId)
    .execute()
}

// A late payment for a deleted hold is voided.
async function eraseHolds(db: Db, accountId: string): Promise<void> {
  const gone = sql`(select h.id from hold h where (h.account_id = ${accountId} or h.search_id in (select id from search where account_id = ${accountId})) and not exists (select from appointment a where a.hold_id = h.id))`
  await sql`delete from busy where kind = 'hold' and ref in ${gone}`.execute(db)
  // Releases reserved promo uses; redeemed ones stay without the person.
  await sql`with back as (delete from promo_use where hold_id in ${gone} returning promo_id, state)
    update promo_code p set uses = p.uses - b.kept from (select promo_id, count(*)::int as kept from back where state = 'kept' group by 1) b where p.id = b.promo_id`.execute(
    db,
  )
  await sql`update promo_use set person = '\\x00' where hold_id in (select h.id from hold h where h.account_id = ${accountId} or h.search_id in (select id from search where account_id = ${accountId}))`.execute(
    db,
  )
  await sql`delete from hold where id in ${gone}`.execute(db)
}

// Searches with a booking or a request to an artist stay without personal data, for receipts and history.
async function eraseSearches(db: Db, accountId: string, now: Date): Promise<void> {
  const mine = sql`(select id from search where account_id = ${accountId})`
  const all = sql`(account_id = ${accountId} or search_id in ${mine} or event_key in ${mine})`
  // Requests that never reached an artist.
  const asked = sql`(select id from request r where ${all} and confirmed_at is null)`
  // If someone else typed the details, the search stays theirs and the details are deleted.
  const typed = sql`(select search_id from appointment where account_id = ${accountId} union select rescue_search_id from appointment where account_id = ${accountId} union select search_id from request where account_id = ${accountId})`
  const emptied = sql`visitor_hash = null, details = null, gclid = null, heap_id = null, experiment_id = null, landing_page = null, tags = '{}', free_of = '{}'`
  await sql`update search set ${emptied} where account_id is null and id in ${typed}`.execute(db)
  await sql`delete from search_picture where search_id in ${mine} or search_id in (select id from search where account_id is null and id in ${typed})`.execute(
    db,
  )
  await sql`delete from quote_act a using request r where r.id in ${asked} and r.open and a.search_id = r.search_id and a.provider_id = r.provider_id`.execute(
    db,
  )
  await endAsked(db, sql`(select id from request where ${all} and confirmed_at is not null and open)`, now)
  await sql`update request set replaces = null where id in ${asked} or replaces in ${asked}`.execute(db)
  await sql`update upload set used_at = null where id in (select split_part(file, '/', 4) from request, unnest(files) as file where ${all})`.execute(
    db,
  )
  await sql`delete from request where id in ${asked}`.execute(db)
  await sql`update offer set note = '' where note <> '' and request_id in (select id from request where account_id = ${accountId})`.execute(
    db,
  )
  await db.updateTable('request').set({ note: '', words: '', files: [] }).where('account_id', '=', accountId).execute()
  // Deletes the prices of requests that were not booked.
  const unbooked = sql`(select s.id from search s where account_id = ${accountId} and not exists (select from appointment a where s.id in (a.search_id, a.rescue_search_id)) and not exists (select from hold h where h.search_id = s.id))`
  for (const table of ['freed_alert', 'quote_act'])
    await sql`delete from ${sql.table(table)} where search_id in ${unbooked}`.execute(db)
  await sql`delete from quote q where search_id in ${unbooked} and not exists (select from request r where r.quote_id = q.id) and not exists (select from offer o where o.quote_id = q.id) and not exists (select from quote c where c.promo_of = q.id)`.execute(
    db,
  )
  // Rounds to the area that artists saw before a booking.
  await sql`update search s set account_id = null, ${emptied}, lat = round(lat::numeric, 1), lng = round(lng::numeric, 1), location = jsonb_set(location, '{coordinates}', jsonb_build_array(round(lng::numeric, 1), round(lat::numeric, 1)))
    where account_id = ${accountId} and (exists (select from appointment a where s.id in (a.search_id, a.rescue_search_id)) or exists (select from hold h where h.search_id = s.id) or exists (select from request r where s.id in (r.search_id, r.event_key)))`.execute(
    db,
  )
  await sql`update search set previous_search = null where previous_search in ${mine}`.execute(db)
  for (const table of ['freed_alert', 'quote_act', 'quote'])
    await sql`delete from ${sql.table(table)} where search_id in ${mine}`.execute(db)
  await sql`delete from search where account_id = ${accountId}`.execute(db)
}

// Withdraws open requests and offers and removes their state from cards.
async function endAsked(db: Db, open: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`delete from quote_act a using request r where r.id in ${open} and a.search_id = r.search_id and a.provider_id = r.provider_id`.execute(
    db,
  )
  await sql`update offer set state = 'declined', ended_at = ${now} where state = 'offered' and request_id in ${open}`.execute(
    db,
  )
  await sql`update request set state = case state when 'requested' then 'withdrawn' else state end, open = false where id in ${open}`.execute(
    db,
  )
}

// Keeps bookings and payments for receipts, without person, address and texts.
async function eraseBookings(db: Db, accountId: string): Promise<void> {
  const theirs = sql`(select id from appointment where account_id = ${accountId})`
  await sql`update dispute set text = '', other_side = case when other_side is null then null else '' end, pictures = '{}' where appointment_id in ${theirs}`.execute(
    db,
  )
  await sql`update hold set account_id = null, requester = null, day = null where account_id = ${accountId} or id in (select hold_id from appointment where account_id = ${accountId})`.execute(
    db,
  )
  await sql`update payment set account_id = null, visitor_hash = null, email = ${`deleted-${accountId}@deleted.invalid`}, description = 'Booking'
    where account_id = ${accountId} or ref in (select id from appointment where account_id = ${accountId} union select hold_id from appointment where account_id = ${accountId} union select id from appointment_move where appointment_id in ${theirs})`.execute(
    db,
  )
  await sql`update bill_share set name = '' where hold_id in (select hold_id from bill where appointment_id in ${theirs})`.execute(
    db,
  )
  await db.updateTable('linked_appointment').set({ account_id: null }).where('account_id', '=', accountId).execute()
  await sql`delete from signed_form where appointment_id in ${theirs}`.execute(db)
  await sql`delete from before_after where appointment_id in ${theirs}`.execute(db)
  await sql`delete from before_after_consent where appointment_id in ${theirs}`.execute(db)
  await sql`delete from guest g where appointment_id in ${theirs} and not ${isEmailHeld(sql.ref('g.email'))}`.execute(
    db,
  )
  await sql`delete from appointment_progress where appointment_id in ${theirs}`.execute(db)
  await sql`update booking_act set reason = '' where appointment_id in ${theirs}`.execute(db)
  await sql`update appointment set account_id = null, requester = '{"name":"A customer","email":"","event":"","mobile":""}', event = '', end_reason = '', names = '{}', share_number = false, sms_reminders = false,
    day = '{"address":"","entrance":"","parking":"","notes":"","allergies":""}', share_key_hash = null, share_ended = true, lat = round(lat::numeric, 1), lng = round(lng::numeric, 1) where account_id = ${accountId}`.execute(
    db,
  )
}

// Keeps vouchers with their owner, without the deleted giver or recipient.
async function eraseVouchers(db: Db, { id, email }: Pick<Whose, 'id' | 'email'>): Promise<void> {
  const nobody = `deleted-${id}@deleted.invalid`
  await sql`delete from idempotency i using voucher v where (v.account_id = ${id} or v.buyer_email = ${email} or v.to_email = ${email})
    and position(v.id::text in coalesce(i.body::text, '')) > 0`.execute(db)
  await sql`delete from outbox o using voucher v where (v.account_id = ${id} or v.buyer_email = ${email} or v.to_email = ${email})
    and o.fact in ('voucher ' || v.id, 'voucher bought ' || v.id, 'voucher.freed ' || v.id, 'voucher.freed.buyer ' || v.id)`.execute(
    db,
  )
  await sql`update voucher set account_id = null, buyer_name = 'A customer', buyer_email = ${nobody}, message = '', reason = '',
    to_name = case kind when 'goodwill' then 'A customer' else to_name end
    where account_id = ${id} or buyer_email = ${email}`.execute(db)
  await sql`update voucher set to_name = 'A customer', to_email = null, message = '' where to_email = ${email}`.execute(
    db,
  )
}

async function eraseProfile(db: Db, accountId: string, now: Date): Promise<void> {
  const provider = await db.selectFrom('provider').select('id').where('account_id', '=', accountId).executeTakeFirst()
  if (!provider) return
  const { id } = provider
  await db
    .deleteFrom('outbox')
    .where('channel', '=', 'webhook')
    .where('address', 'in', (of) =>
      of.selectFrom('webhook').select(sql<string>`id::text`.as('id')).where('provider_id', '=', id),
    )
    .execute()
  for (const table of ['webhook', 'operator_note', 'operator_tag', 'before_after'] as const)
    await db.deleteFrom(table).where('provider_id', '=', id).execute()
  await db
    .updateTable('provider')
    .set({
      account_id: null,
      state: 'paused',
      slug: `deleted-${id.replaceAll('-', '').slice(0, 16)}`,
      name: 'Deleted',
      bio: '',
      area: '',
      studio_address: '',
      instagram: null,
      languages: [],
      shades: [],
      skills: [],
      kit: '[]',
      profile_media_id: null,
      cover_media_id: null,
      vaccinated: false,
      covid_trained: false,
      // Rounds to the area that customers saw.
      lat: sql`round(lat::numeric, 1)`,
      lng: sql`round(lng::numeric, 1)`,
    })
    .where('id', '=', id)
    .execute()
  for (const table of [
    'media',
    'album',
    'calendar_feed',
    'client_import',
    'own_client',
    'own_series',
    'artist_day',
    'outside_review',
    'own_words',
    'package',
    'colleague',
    'add_on',
  ] as const)
    await db.deleteFrom(table).where('provider_id', '=', id).execute()
  await db.deleteFrom('colleague').where('other_id', '=', id).execute()
  // Location history of working days.
  const worked = sql`(select id from appointment where provider_id = ${id})`
  await sql`delete from appointment_progress where appointment_id in ${worked}`.execute(db)
  await sql`delete from shared_way where appointment_id in ${worked}`.execute(db)
  await db.updateTable('artist').set({ name: 'Deleted' }).where('provider_id', '=', id).execute()
  await db.deleteFrom('busy').where('provider_id', '=', id).where('kind', 'in', ['booked_out', 'feed']).execute()
  await db.deleteFrom('verification').where('provider_id', '=', id).where('decision', 'is', null).execute()
  // A job deletes the pictures and then the rows.
  await db
    .updateTable('artist_document')
    .set({ purge_at: now, holder: '', number: '', issuer: '', note: '' })
    .where('provider_id', '=', id)
    .execute()
  await db
    .updateTable('appeal')
    .set({ purge_at: now, words: '', answer: '', reason: '' })
    .where('provider_id', '=', id)
    .execute()
  await db
    .updateTable('identity_picture')
    .set({ purge_at: now })
    .where('provider_id', '=', id)
    .where('purged_at', 'is', null)
    .execute()
}

export const findProviderIdOfAccount = async (db: Db, accountId: string): Promise<string | null> =>
  (await db.selectFrom('provider').select('id').where('account_id', '=', accountId).executeTakeFirst())?.id ?? null
