import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isEmailHeld } from './legal-hold.queries.ts'

/**
 * Assigns a search the area that artists saw before a booking, in place of its exact place. Counts of demand stay in the
 * same map square.
 */
export const buildCoarsePlace = () => sql`place_name = area, lat = round_to_square(lat), lng = round_to_square(lng),
  location = jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(round_to_square(lng), round_to_square(lat)), 'address',
    jsonb_strip_nulls(jsonb_build_object('placeName', area, 'locality', area, 'region', location #> '{address,region}', 'regionCode', location #> '{address,regionCode}',
      'country', location #> '{address,country}', 'countryCode', location #> '{address,countryCode}')))`

export const emptiedDispute = sql`text = '', other_side = case when other_side is null then null else '' end, pictures = '{}', reason = ''`

/** Deletes a customer's holds without a booking. A late payment for a deleted hold is voided. */
export async function eraseHolds(db: Db, accountId: string): Promise<void> {
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

/** Deletes a customer's searches. Those with a booking or a request stay without personal data, for receipts. */
export async function eraseSearches(db: Db, accountId: string, now: Date): Promise<void> {
  const mine = sql`(select id from search where account_id = ${accountId})`
  const all = sql`(account_id = ${accountId} or search_id in ${mine} or event_key in ${mine})`
  // Requests that never reached an artist.
  const asked = sql`(select id from request r where ${all} and confirmed_at is null)`
  // If someone else typed the details, the search stays theirs and the details are deleted.
  const typed = sql`(select search_id from appointment where account_id = ${accountId} union select rescue_search_id from appointment where account_id = ${accountId} union select search_id from request where account_id = ${accountId})`
  const coarse = buildCoarsePlace()
  const emptied = sql`visitor_hash = null, details = null, gclid = null, heap_id = null, experiment_id = null, landing_page = null, tags = '{}', free_of = '{}'`
  await sql`update search set ${emptied}, ${coarse} where account_id is null and id in ${typed}`.execute(db)
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
  await sql`update search s set account_id = null, ${emptied}, ${coarse}
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

/** Keeps a customer's bookings and payments for receipts, without person, place and texts. */
export async function eraseBookings(db: Db, { id: accountId, email }: { id: string; email: string }): Promise<void> {
  const theirs = sql`(select id from appointment where account_id = ${accountId})`
  await sql`update dispute set ${emptiedDispute} where appointment_id in ${theirs}`.execute(db)
  await sql`update hold set account_id = null, requester = null, day = null, network_hash = null where account_id = ${accountId} or id in (select hold_id from appointment where account_id = ${accountId})`.execute(
    db,
  )
  const paid = sql`(select id from payment where account_id = ${accountId} or email = ${email} or ref in (select id from appointment where account_id = ${accountId} union select hold_id from appointment where account_id = ${accountId}))`
  await sql`update charge_back set evidence = null where closed_at is not null and payment_id in ${paid}`.execute(db)
  await sql`update refund set reason = 'Deleted' where payment_id in ${paid}`.execute(db)
  await sql`update payment set account_id = null, visitor_hash = null, email = ${`deleted-${accountId}@deleted.invalid`}, description = 'Booking'
    where account_id = ${accountId} or email = ${email} or ref in (select id from appointment where account_id = ${accountId} union select hold_id from appointment where account_id = ${accountId} union select id from appointment_move where appointment_id in ${theirs})`.execute(
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
  await sql`update appointment_move set names = '{}' where names <> '{}' and appointment_id in ${theirs}`.execute(db)
  await sql`update busy set lat = round_to_square(lat), lng = round_to_square(lng), note = '' where kind in ('hold', 'appointment') and ref in ${theirs}`.execute(
    db,
  )
  await sql`update appointment set account_id = null, requester = '{"name":"A customer","email":"","event":"","mobile":""}', event = '', end_reason = '', names = '{}', share_number = false, sms_reminders = false,
    day = '{"address":"","entrance":"","parking":"","notes":"","allergies":""}', share_key_hash = null, share_ended = true, place = (select s.area from search s where s.id = appointment.search_id), lat = round_to_square(lat), lng = round_to_square(lng) where account_id = ${accountId}`.execute(
    db,
  )
}
