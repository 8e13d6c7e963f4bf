import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { emptiedDispute } from './erase-bookings.queries.ts'

/** Erases an artist's profile. The row stays without personal data, because bookings and the ledger reference it. */
export async function eraseProfile(db: Db, accountId: string, now: Date): Promise<void> {
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
      city: '',
      pronoun: 'they',
      since: null,
      week: null,
      base_changed: [],
      languages: [],
      shades: [],
      skills: [],
      kit: '[]',
      profile_media_id: null,
      cover_media_id: null,
      vaccinated: false,
      covid_trained: false,
      lat: sql`round_to_square(lat)`,
      lng: sql`round_to_square(lng)`,
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
    'hours_block',
    'hours_exception',
    'hours_season',
    'lower_price',
    'service_lead',
    'provider_service',
    'closed_waiting_list',
    'seller_reminder',
    'team_message',
  ] as const)
    await db.deleteFrom(table).where('provider_id', '=', id).execute()
  await db.deleteFrom('colleague').where('other_id', '=', id).execute()
  await db.updateTable('artist').set({ name: 'Deleted' }).where('provider_id', '=', id).execute()
  await db.deleteFrom('busy').where('provider_id', '=', id).where('kind', 'in', ['booked_out', 'feed']).execute()
  await eraseWork(db, id)
  await eraseMoney(db, id, now)
  await db.deleteFrom('verification').where('provider_id', '=', id).where('decision', 'is', null).execute()
  await db.updateTable('verification').set({ reasons: '[]', note: '' }).where('provider_id', '=', id).execute()
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
    .set({ purge_at: now, gesture: '' })
    .where('provider_id', '=', id)
    .where('purged_at', 'is', null)
    .execute()
}

// Reviews are shown with the profile. Bookings stay with the customers, without what the artist wrote and did.
async function eraseWork(db: Db, providerId: string): Promise<void> {
  const worked = sql`(select id from appointment where provider_id = ${providerId})`
  const pictures = sql`(select unnest(media_ids) from review where provider_id = ${providerId})`
  await sql`update upload set used_at = null where id in (select upload_id from media where id in ${pictures})`.execute(
    db,
  )
  await sql`delete from media where provider_id is null and id in ${pictures}`.execute(db)
  await db.deleteFrom('review').where('provider_id', '=', providerId).execute()
  for (const table of ['appointment_progress', 'shared_way'])
    await sql`delete from ${sql.table(table)} where appointment_id in ${worked}`.execute(db)
  await sql`update dispute set ${emptiedDispute} where appointment_id in ${worked}`.execute(db)
  await sql`update booking_act set reason = '' where appointment_id in ${worked}`.execute(db)
  await sql`update offer set note = '', reason = '' where request_id in (select id from request where provider_id = ${providerId})`.execute(
    db,
  )
  await sql`update request set reason = '' where reason <> '' and provider_id = ${providerId}`.execute(db)
  // Mails that customers got about their bookings with the artist. Those that are still waiting tell them of the end.
  await sql`update outbox o set subject = '', body = '', html = null, attachments = null
    where o.state not in ('waiting', 'failed') and o.fact is not null
      and o.account_id in (select account_id from appointment where provider_id = ${providerId} union select account_id from request where provider_id = ${providerId})
      and string_to_array(o.fact, ' ') && array(select id::text from appointment where provider_id = ${providerId} union select id::text from request where provider_id = ${providerId}
        union select f.id::text from offer f join request r on r.id = f.request_id where r.provider_id = ${providerId} union select id::text from hold where provider_id = ${providerId})`.execute(
    db,
  )
  await sql`update appointment set lat = round_to_square(lat), lng = round_to_square(lng) where mode = 'studio' and provider_id = ${providerId}`.execute(
    db,
  )
  await sql`update busy set lat = round_to_square(lat), lng = round_to_square(lng), note = '' where provider_id = ${providerId}`.execute(
    db,
  )
}

/** Whether tax details of an artist who has left are no longer needed: the last monthly invoice has been issued. */
export const buildInvoicedCondition = (providerId: RawBuilder<unknown>, now: Date) =>
  sql`not exists (select from ledger_movement m where m.provider_id = ${providerId} and m.at >= date_trunc('month', ${now}::timestamptz) - interval '1 month 1 day')`

// Payments, invoices and reports stay for tax law, with what they need: `db/privacy/tables/payments.ts`.
async function eraseMoney(db: Db, providerId: string, now: Date): Promise<void> {
  await db.updateTable('payout_account').set({ label: '' }).where('provider_id', '=', providerId).execute()
  for (const table of ['tax_person', 'tax_registration'])
    await sql`delete from ${sql.table(table)} where provider_id = ${providerId} and ${buildInvoicedCondition(sql`${providerId}::uuid`, now)}`.execute(
      db,
    )
  // Bookings reference the code. A code is unique in its market and has 15 characters at most.
  await sql`update promo_code set code = upper(substr(md5(id::text), 1, 15)), stopped_at = coalesce(stopped_at, ${now}) where provider_id = ${providerId}`.execute(
    db,
  )
}
