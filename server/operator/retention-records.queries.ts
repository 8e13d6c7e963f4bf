import { sql } from 'kysely'
import type { fixedRetentionDays } from '#contract/constants.ts'
import type { Retention } from '#contract/operator/system.ts'
import type { Db } from '#db/database.ts'
import { buildInvoicedCondition, isAccountHeld, isEmailHeld, isProviderHeld } from '#server/accounts/index.ts'
import { buildTaxRecordStart } from '#server/payments/index.ts'

/** The cutoff of each retention period. */
export type Limits = Readonly<Record<keyof Retention | keyof typeof fixedRetentionDays, Date>>

/** Artists' notes about customers. Allergies are deleted with those of the last booking. */
export async function purgeClientNotes(db: Db, { clients, dayDetails }: Limits): Promise<void> {
  const unused = (
    since: Date,
  ) => sql`n.updated_at < ${since} and not ${isAccountHeld('n.account_id')} and not ${isProviderHeld('n.provider_id')}
    and not exists (select from appointment a where a.provider_id = n.provider_id and a.account_id = n.account_id and a.ends_at >= ${since})`
  await sql`update client_note n set allergies = '' where allergies <> '' and ${unused(dayDetails)}`.execute(db)
  await sql`delete from client_note n where ${unused(clients)}`.execute(db)
}

/** Private clients of artists and their appointments. */
export async function purgeOwnClients(db: Db, { clients, clientAllergies }: Limits): Promise<void> {
  const unused = (since: Date) => sql`c.changed_at < ${since} and not ${isProviderHeld('c.provider_id')}
    and not exists (select from own_appointment o where o.client_id = c.id and o.ends_at >= ${since})`
  await sql`update own_client c set allergies = '' where allergies <> '' and ${unused(clientAllergies)}`.execute(db)
  await sql`delete from own_appointment o where ends_at < ${clients} and not ${isProviderHeld('o.provider_id')}`.execute(
    db,
  )
  await sql`delete from own_client c where ${unused(clients)}`.execute(db)
}

/** Invitations and removed reviews of clients from elsewhere. Published reviews stay with the profile. */
export async function purgeOutsideReviews(db: Db, { invitations, reports }: Limits): Promise<void> {
  await sql`delete from outside_review o where (written_at is null and invited_at < ${invitations} or hidden_at < ${reports}) and not ${isProviderHeld('o.provider_id')}`.execute(
    db,
  )
}

/** Unpaid vouchers, and the people of vouchers that are spent or expired. The amounts stay for the accounts. */
export async function purgeVouchers(db: Db, { holds, vouchers }: Limits): Promise<void> {
  await sql`delete from voucher v where state = 'open' and created_at < ${holds} and not ${isAccountHeld('v.account_id')}
    and not exists (select from payment p where p.ref = v.id and p.state not in ('voided', 'ended'))`.execute(db)
  await sql`update voucher v set account_id = null, buyer_name = 'A customer', buyer_email = 'deleted@deleted.invalid', to_name = 'A customer', to_email = null, message = '', reason = ''
    where paid_at is not null and buyer_email <> 'deleted@deleted.invalid' and not ${isAccountHeld('v.account_id')}
      and (expires_at < ${vouchers} or left_minor = 0 and coalesce((select max(s.created_at) from credit_spend s where s.voucher_id = v.id), paid_at) < ${vouchers})`.execute(
    db,
  )
}

/** Texts and pictures of settled disputes, and evidence that was sent to the bank. */
export async function purgeDisputes(db: Db, { disputes }: Limits): Promise<void> {
  await sql`update dispute d set text = '', other_side = case when other_side is null then null else '' end, pictures = '{}', reason = '' from appointment a
    where a.id = d.appointment_id and d.settled_at < ${disputes} and (d.text <> '' or coalesce(d.other_side, '') <> '' or d.reason <> '' or d.pictures <> '{}')
      and not ${isAccountHeld('a.account_id')} and not ${isProviderHeld('a.provider_id')}`.execute(db)
  await sql`update charge_back c set evidence = null from payment p where p.id = c.payment_id and c.evidence is not null and c.closed_at < ${disputes}
    and not ${isAccountHeld('p.account_id')}`.execute(db)
}

/** Addresses that wait for something, and browsers that were not used any more. */
export async function purgeAddresses(db: Db, { alerts, comingSoon, sessions, devices }: Limits): Promise<void> {
  await sql`delete from freed_alert f using search s where s.id = f.search_id and s.event_date < ${alerts}::date and not ${isEmailHeld(sql.ref('f.email'))}`.execute(
    db,
  )
  await sql`delete from place_wait w where created_at < ${comingSoon} and not ${isEmailHeld(sql.ref('w.email'))}`.execute(
    db,
  )
  await sql`delete from mail_confirmation m where coalesce(confirmed_at, asked_at) < case when confirmed_at is null then ${sessions}::timestamptz else ${comingSoon}::timestamptz end
    and not exists (select from freed_alert f where f.email = m.email) and not exists (select from place_wait w where w.email = m.email::text) and not ${isEmailHeld(sql.ref('m.email'))}`.execute(
    db,
  )
  await sql`delete from known_device d where seen_at < ${devices} and not ${isAccountHeld('d.account_id')}`.execute(db)
}

/** Receipts after the years of tax law, tax details of artists who have left, and accepted terms of deleted accounts. */
export async function purgeFinancialRecords(db: Db, { terms }: Limits, now: Date): Promise<void> {
  const required = (country: string, at: string) => sql`${sql.ref(at)} >= ${buildTaxRecordStart(country, now)}`
  await sql`update payment p set account_id = null, visitor_hash = null, email = 'deleted@deleted.invalid', description = 'Booking'
    where state in ('captured', 'voided', 'ended') and email <> 'deleted@deleted.invalid' and not ${required('p.country_code', 'p.created_at')} and not ${isAccountHeld('p.account_id')}`.execute(
    db,
  )
  await sql`select set_config('primp.retention', 'on', true)`.execute(db)
  await sql`update fee_invoice i set body = jsonb_set(body, '{to}', '{"name":"Deleted","address":"","taxNumber":""}')
    where body #>> '{to,name}' <> 'Deleted' and not ${required('i.country_code', 'i.issued_at')} and not ${isProviderHeld('i.provider_id')}`.execute(
    db,
  )
  await sql`delete from platform_report r where not ${required('r.country_code', 'r.exported_at')}
    and not exists (select from platform_report_seller s where s.report_id = r.id and ${isProviderHeld('s.provider_id')})`.execute(
    db,
  )
  // The sample market has profiles without an account.
  const left = sql`p.account_id is null and p.slug like 'deleted-%'`
  for (const table of ['tax_person', 'tax_registration'])
    await sql`delete from ${sql.table(table)} t using provider p where p.id = t.provider_id and ${left} and ${buildInvoicedCondition(sql`p.id`, now)}`.execute(
      db,
    )
  await sql`delete from payout_account o using provider p where p.id = o.provider_id and ${left}
    and not exists (select from ledger_movement m where m.provider_id = p.id and ${required('p.country_code', 'm.at')})`.execute(
    db,
  )
  await sql`delete from terms_acceptance t using account a where a.id = t.account_id and a.deleted_at < ${terms}`.execute(
    db,
  )
}
