import { sql } from 'kysely'
import { reviewDays } from '#contract/reviews/review-words.ts'
import { sandboxDays } from '#contract/checkout/lifecycle-hold.ts'
import type { Db } from '#db/database.ts'
import { buildCoarsePlace, heldAccounts, isAccountHeld, isEmailHeld, isProviderHeld } from '#server/accounts/index.ts'
import { purgeLog } from '#server/platform/log-partitions.ts'
import {
  type Limits,
  purgeAddresses,
  purgeClientNotes,
  purgeDisputes,
  purgeFinancialRecords,
  purgeOutsideReviews,
  purgeOwnClients,
  purgeVouchers,
} from './retention-records.queries.ts'

/** Each step may be committed separately, to keep transactions of the embedded database short. */
export const purgeSteps: ((db: Db, before: Limits, now: Date) => Promise<void>)[] = [
  purgeTalk,
  purgeLooks,
  purgeBookingDetails,
  purgePlaces,
  purgeSearches,
  purgeSandbox,
  purgeClientNotes,
  purgeOwnClients,
  purgeOutsideReviews,
  purgeVouchers,
  purgeDisputes,
  purgeAddresses,
  purgeSignIns,
  purgeOutbox,
  purgeAudit,
  purgeImports,
  purgeFinancialRecords,
]

export const purgeOldRecords = async (db: Db, before: Limits, now: Date): Promise<void> => {
  for (const step of purgeSteps) await step(db, before, now)
}

async function purgeSignIns(db: Db, before: Limits): Promise<void> {
  await purgeLog(db, 'sign_in', { before: before.signIns, isKept: isAccountHeld('e.account_id') })
}

async function purgeOutbox(db: Db, before: Limits): Promise<void> {
  await purgeLog(db, 'outbox', {
    before: before.outbox,
    isKept: sql`e.state in ('waiting', 'failed') or ${isAccountHeld('e.account_id')} or ${isEmailHeld(sql.ref('e.address'))}`,
    beforeDrop: (name) => sql`delete from outbox_fact f using ${sql.table(name)} e where e.fact = f.fact`.execute(db),
  })
}

async function purgeAudit(db: Db, before: Limits): Promise<void> {
  await sql`select set_config('primp.retention', 'on', true)`.execute(db)
  await purgeLog(db, 'audit', {
    before: before.audit,
    isKept: sql`${isAccountHeld('e.actor_id')} or e.subject_id in (select id::text from ${heldAccounts} h union all select 'email:' || encode(sha256(convert_to(lower(email::text), 'UTF8')), 'hex') from email_legal_hold)`,
  })
  await sql`delete from access_log e where at < ${before.audit}
    and not ${isAccountHeld('e.operator_id')} and not exists (select from ${heldAccounts} h where e.account_ids @> array[h.id])`.execute(
    db,
  )
  await db.deleteFrom('approval').where('decided_at', '<', before.audit).execute()
  await sql`delete from bulk_act b where done_at < ${before.audit} and not ${isAccountHeld('b.account_id')}`.execute(db)
  await sql`update booking_act b set reason = '' from appointment a where a.id = b.appointment_id and b.reason <> '' and b.at < ${before.audit}
    and not ${isAccountHeld('a.account_id')} and not ${isProviderHeld('a.provider_id')}`.execute(db)
  await db.deleteFrom('alarm').where('raised_at', '<', before.audit).where('seen_at', 'is not', null).execute()
}

async function purgeImports(db: Db, before: Limits): Promise<void> {
  await sql`delete from client_import i where finished_at < ${before.imports} and state <> 'undoing' and not ${isProviderHeld('i.provider_id')}`.execute(
    db,
  )
}

// Reported conversations stay until settled. A job deletes unused pictures.
async function purgeTalk(db: Db, { messages, reports }: Limits, now: Date): Promise<void> {
  const old = sql`(select c.id from conversation c left join search s on s.id = c.search_id where c.last_at < ${messages} and (s.id is null or s.event_date < ${now.toISOString()}::timestamptz::date - 1)
    and not exists (select from report r where r.conversation_id = c.id and r.state = 'open') and not ${isAccountHeld('c.account_id')} and not ${isProviderHeld('c.provider_id')})`
  await sql`update upload set used_at = null where id in (select split_part(file, '/', 4) from message, unnest(files) as file where conversation_id in ${old})`.execute(
    db,
  )
  await sql`delete from conversation where id in ${old}`.execute(db)
  await sql`delete from team_message m using team_up t join search s on s.id = t.search_id where t.id = m.team_up_id and s.event_date < ${now.toISOString()}::timestamptz::date - 1
    and not exists (select from team_message o where o.team_up_id = t.id and o.at >= ${messages})
    and not exists (select from team_message o where o.team_up_id = t.id and (${isAccountHeld('o.account_id')} or ${isProviderHeld('o.provider_id')})) and not ${isAccountHeld('s.account_id')}`.execute(
    db,
  )
  await sql`update upload set used_at = null where id in (select split_part(file, '/', 4) from request, unnest(files) as file where event_date < ${messages}::date and files <> '{}' and not ${isAccountHeld('request.account_id')} and not ${isProviderHeld('request.provider_id')})`.execute(
    db,
  )
  await sql`update offer o set note = '' from request r where r.id = o.request_id and o.note <> '' and r.event_date < ${messages}::date and not ${isAccountHeld('r.account_id')} and not ${isProviderHeld('r.provider_id')}`.execute(
    db,
  )
  await sql`update request r set words = '', note = '', files = '{}' where event_date < ${messages}::date and (words <> '' or note <> '' or files <> '{}') and not ${isAccountHeld('r.account_id')} and not ${isProviderHeld('r.provider_id')}`.execute(
    db,
  )
  await db.deleteFrom('report').where('state', '=', 'settled').where('settled_at', '<', reports).execute()
}

// Bookings stay for receipts, without address and directions.
async function purgeBookingDetails(
  db: Db,
  { holds, dayDetails, forms, privateReviews }: Limits,
  now: Date,
): Promise<void> {
  await sql`delete from hold h where state in ('lapsed', 'released') and ended_at < ${holds} and not exists (select from payment p where p.ref = h.id and p.state not in ('captured', 'voided', 'ended'))
    and not exists (select from appointment a where a.hold_id = h.id) and not ${isAccountHeld('h.account_id')}`.execute(
    db,
  )
  await sql`update appointment a set day = '{"address":"","entrance":"","parking":"","notes":"","allergies":""}', names = '{}', share_number = false
    where ends_at < ${dayDetails} and state not in ('booked', 'disputed') and (day <> '{"address":"","entrance":"","parking":"","notes":"","allergies":""}' or names <> '{}' or share_number)
    and not ${isAccountHeld('a.account_id')} and not ${isProviderHeld('a.provider_id')}`.execute(db)
  await sql`delete from appointment_progress w using appointment a where a.id = w.appointment_id and a.ends_at < ${dayDetails} and a.state not in ('booked', 'disputed') and not ${isAccountHeld('a.account_id')} and not ${isProviderHeld('a.provider_id')}`.execute(
    db,
  )
  await purgeGuests(db, dayDetails, now)
  await sql`update hold h set day = null where day is not null and exists (select from appointment a where a.hold_id = h.id and a.ends_at < ${dayDetails} and a.state not in ('booked', 'disputed')
    and not ${isAccountHeld('a.account_id')} and not ${isProviderHeld('a.provider_id')})`.execute(db)
  // The signature stays; deleting the key makes the answers unreadable.
  await sql`update signed_form s set wrapped_key = null, sealed = null, erased_at = ${now} from appointment a
    where a.id = s.appointment_id and s.erased_at is null and a.ends_at < ${forms} and a.state not in ('booked', 'disputed')
    and not ${isAccountHeld('a.account_id')} and not ${isProviderHeld('a.provider_id')}`.execute(db)
  await sql`delete from customer_review c where created_at < ${privateReviews} and not ${isAccountHeld('c.account_id')}`.execute(
    db,
  )
}

// Guests' answers are deleted with other details; links stay while reviews are open.
async function purgeGuests(db: Db, dayDetails: Date, now: Date): Promise<void> {
  const over = (
    before: Date,
  ) => sql`a.id = g.appointment_id and a.ends_at < ${before} and a.state not in ('booked', 'disputed')
    and not ${isAccountHeld('a.account_id')} and not ${isProviderHeld('a.provider_id')}`
  const reviewed = new Date(now.getTime() - (reviewDays.open + reviewDays.edit) * 86_400_000)
  await sql`delete from guest g using appointment a where ${over(dayDetails)} and (g.person is null or a.state = 'cancelled') and not ${isEmailHeld(sql.ref('g.email'))}`.execute(
    db,
  )
  // Consent to pictures can be withdrawn by the same link while they are published. Otherwise the link is deleted with
  // the day's details.
  await sql`delete from before_after g using appointment a where ${over(dayDetails)} and g.yes_id is null`.execute(db)
  await sql`delete from before_after_consent g using appointment a where ${over(reviewed)}
    and not exists (select from before_after b where b.appointment_id = a.id and b.guest_id is not distinct from g.guest_id)`.execute(
    db,
  )
  await sql`delete from guest g using appointment a where ${over(reviewed)}
    and not exists (select from before_after b where b.appointment_id = a.id and b.guest_id = g.id) and not ${isEmailHeld(sql.ref('g.email'))}`.execute(
    db,
  )
  await sql`update guest g set name = '', look = '', allergies = '', allergies_consent_at = null, allergies_consent_version = null, email = null, services = null, labels = null, answered_at = null, declined_at = null, share_id = null
    from appointment a where ${over(dayDetails)} and (g.name <> '' or g.answered_at is not null or g.share_id is not null) and not ${isEmailHeld(sql.ref('g.email'))}`.execute(
    db,
  )
}

// Replaces the exact places of past events by their map square. Names of people in moves and shared bills go with them.
async function purgePlaces(db: Db, { dayDetails }: Limits): Promise<void> {
  const past = sql`a.ends_at < ${dayDetails} and a.state not in ('booked', 'disputed') and not ${isAccountHeld('a.account_id')} and not ${isProviderHeld('a.provider_id')}`
  await sql`update appointment a set place = s.area, lat = round_to_square(a.lat), lng = round_to_square(a.lng) from search s
    where s.id = a.search_id and ${past} and (a.place <> s.area or a.lat <> round_to_square(a.lat) or a.lng <> round_to_square(a.lng))`.execute(
    db,
  )
  // The diary of an artist: a feed is at the artist's base.
  await sql`update busy b set lat = round_to_square(lat), lng = round_to_square(lng)
    where kind <> 'feed' and upper(during) < ${dayDetails} and (lat <> round_to_square(lat) or lng <> round_to_square(lng)) and not ${isProviderHeld('b.provider_id')}
      and not exists (select from appointment a where a.id = b.ref and (a.state in ('booked', 'disputed') or ${isAccountHeld('a.account_id')}))`.execute(
    db,
  )
  await sql`update search s set ${buildCoarsePlace()} where event_date < ${dayDetails}::date and not sample and (place_name <> area or lat <> round_to_square(lat) or lng <> round_to_square(lng))
    and not ${isAccountHeld('s.account_id')} and not exists (select from appointment a where s.id in (a.search_id, a.rescue_search_id) and (a.state in ('booked', 'disputed') or ${isProviderHeld('a.provider_id')}))`.execute(
    db,
  )
  await sql`update appointment_move m set names = '{}' from appointment a where a.id = m.appointment_id and m.names <> '{}' and ${past}`.execute(
    db,
  )
  await sql`update bill_share b set name = '' from bill l join appointment a on a.id = l.appointment_id where l.hold_id = b.hold_id and b.name <> '' and ${past}`.execute(
    db,
  )
}

async function purgeLooks(db: Db, { dayDetails }: Limits): Promise<void> {
  const past = sql`(select s.id from search s where event_date < ${dayDetails}::date and not sample and not ${isAccountHeld('s.account_id')})`
  await sql`delete from search_picture where search_id in ${past}`.execute(db)
  await sql`update search set tags = '{}', free_of = '{}' where (tags <> '{}' or free_of <> '{}') and id in ${past}`.execute(
    db,
  )
}

/** Deletes holds, bookings and searches of sandbox keys. */
async function purgeSandbox(db: Db, _before: Limits, now: Date): Promise<void> {
  const old = sql`${new Date(now.getTime() - sandboxDays * 86_400_000)}::timestamptz`
  await sql`delete from sandbox_hold where created_at < ${old}`.execute(db)
  const gone = sql`(select id from search where is_sandbox and created_at < ${old})`
  await sql`update search set previous_search = null where previous_search in ${gone}`.execute(db)
  for (const table of ['freed_alert', 'quote_act', 'quote'])
    await sql`delete from ${sql.table(table)} where search_id in ${gone}`.execute(db)
  await sql`delete from search where is_sandbox and created_at < ${old}`.execute(db)
}

// Keeps searches with a booking or an active conversation.
async function purgeSearches(db: Db, { searches }: Limits): Promise<void> {
  await sql`delete from artist_day where day < ${searches}::date`.execute(db)
  const past = sql`(select s.id from search s where event_date < ${searches}::date and not sample and not ${isAccountHeld('s.account_id')})`
  const unused = sql`(select id from request r where search_id in ${past} and not exists (select from offer o where o.request_id = r.id
    and (o.state = 'accepted' or exists (select from hold h where h.offer_id = o.id) or exists (select from appointment a where a.offer_id = o.id))))`
  await sql`update request set replaces = null where replaces in ${unused}`.execute(db)
  await sql`update upload set used_at = null where id in (select split_part(file, '/', 4) from request, unnest(files) as file where request.id in ${unused})`.execute(
    db,
  )
  await sql`delete from request where id in ${unused}`.execute(db)
  const gone = sql`(select s.id from search s where s.id in ${past} and not exists (select from appointment a where s.id in (a.search_id, a.rescue_search_id)) and not exists (select from hold h where h.search_id = s.id)
    and not exists (select from request r where s.id in (r.search_id, r.event_key)) and not exists (select from conversation c where c.search_id = s.id))`
  await sql`update search set previous_search = null where previous_search in ${gone}`.execute(db)
  for (const table of ['freed_alert', 'quote_act', 'quote'])
    await sql`delete from ${sql.table(table)} where search_id in ${gone}`.execute(db)
  await sql`delete from search where id in ${gone}`.execute(db)
}
