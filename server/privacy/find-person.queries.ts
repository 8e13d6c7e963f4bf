import { sql } from 'kysely'
import { isEmail, normaliseEmail } from '#contract/accounts/parse-email.ts'
import type { Db } from '#db/database.ts'
import { toContainsPattern } from '#server/platform/pagination.ts'

type FoundPerson = {
  kind: 'account' | 'email' | 'guest' | 'client'
  id: string
  name: string
  email: string
  match: string
}

const MOST = 50

/** Finds people with and without an account by an address, a phone number, a number, a reference, an id or a name. */
export async function findPeopleBy(db: Db, identifier: string): Promise<FoundPerson[]> {
  const text = identifier.trim()
  const digits = /^\+?[\d\s()./-]+$/.test(text) ? text.replaceAll(/\D/g, '') : ''
  const number = /^#?\d{1,9}$/.test(text) ? Number(text.replace('#', '')) : null
  const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : null
  const found: FoundPerson[] = []
  if (isEmail(text)) found.push(...(await findByEmail(db, text)))
  else {
    if (digits.length >= 6) found.push(...(await findByPhone(db, digits.replace(/^0+/, '').slice(-9))))
    if (id || number !== null || /^[a-z]{2,8}_\w{6,}$/i.test(text))
      found.push(...(await findByReference(db, { id, number, reference: text })))
    if (/\p{L}/u.test(text) && !id) found.push(...(await findByName(db, text)))
  }
  const known = new Map(found.map((one) => [`${one.kind}:${one.id}`, one]))
  return [...known.values()].slice(0, MOST)
}

// The kind, id, name and address of a person with an account, or of an address without one.
const ofAddress = (email: ReturnType<typeof sql.ref>, name: ReturnType<typeof sql>) => sql`
  case when a.id is null then 'email' else 'account' end, coalesce(a.id::text, ${email}::text), ${name},
  coalesce(a.email::text, ${email}::text)`
const accountOf = (email: ReturnType<typeof sql.ref>) =>
  sql`left join account a on a.email = ${email} and a.deleted_at is null and a.stands_in_for is null`

// A booking of a stand-in belongs to the account that it stands in for.
const ownerOf = (account: ReturnType<typeof sql.ref>) =>
  sql`join account s on s.id = ${account} join account a on a.id = coalesce(s.stands_in_for, s.id)`

async function findByEmail(db: Db, text: string): Promise<FoundPerson[]> {
  const email = normaliseEmail(text)
  const { rows } = await sql<FoundPerson>`
    select 'account' as kind, id::text, name, email::text, 'Email' as match from account
      where deleted_at is null and stands_in_for is null and (email = ${email}::citext or pending_email = ${email}::citext)
    union all select 'email', ${email}, coalesce(
      (select name from guest where email = ${email}::citext and name <> '' limit 1),
      (select name from own_client where lower(email) = ${email} limit 1),
      (select to_name from voucher where to_email = ${email}::citext limit 1), ''), ${email}, 'Email'
    where not exists (select from account where email = ${email}::citext and deleted_at is null)
      and (exists (select from guest where email = ${email}::citext) or exists (select from own_client where lower(email) = ${email} and email <> '')
      or exists (select from voucher where to_email = ${email}::citext) or exists (select from payment where email = ${email}::citext and kind = 'share')
      or exists (select from freed_alert where email = ${email}::citext) or exists (select from place_wait where email = ${email})
      or exists (select from email_legal_hold where email = ${email}::citext)
      or exists (select from outside_review where address_hash = sha256(convert_to(${email}, 'UTF8'))))`.execute(db)
  return rows
}

async function findByPhone(db: Db, digits: string): Promise<FoundPerson[]> {
  const pattern = toContainsPattern(digits)
  const { rows } = await sql<FoundPerson>`
    select 'account' as kind, id::text, name, email::text, 'Mobile' as match from account
      where deleted_at is null and stands_in_for is null and mobile like ${pattern}
    union all select 'account', a.id::text, a.name, a.email::text, 'Booking ' || b.number from appointment b ${ownerOf(sql.ref('b.account_id'))}
      where regexp_replace(coalesce(b.requester ->> 'mobile', ''), '\\D', '', 'g') like ${pattern}
    union all select case when email = '' then 'client' else 'email' end, case when email = '' then id::text else lower(email) end, name, lower(email), 'Private client'
      from own_client where regexp_replace(phone, '\\D', '', 'g') like ${pattern} limit ${MOST}`.execute(db)
  return rows
}

async function findByReference(
  db: Db,
  { id, number, reference }: { id: string | null; number: number | null; reference: string },
): Promise<FoundPerson[]> {
  const { rows } = await sql<FoundPerson>`
    select 'account' as kind, id::text, name, email::text, 'Account' as match from account where deleted_at is null and id = ${id}::uuid
    union all select 'account', a.id::text, a.name, a.email::text, 'Booking ' || b.number from appointment b ${ownerOf(sql.ref('b.account_id'))}
      where b.id = ${id}::uuid or b.number = ${number}::bigint
    union all select ${ofAddress(sql.ref('p.email'), sql`coalesce(a.name, '')`)}, 'Payment ' || p.number from payment p
      left join account a on a.deleted_at is null and (a.id = p.account_id or p.account_id is null and a.stands_in_for is null and a.email = p.email)
      where (p.id = ${id}::uuid or p.number = ${number}::bigint or p.gateway_id = ${reference} or p.charge_id = ${reference})
        and p.email::text not like '%@deleted.invalid'
    union all select ${ofAddress(sql.ref('v.to_email'), sql`coalesce(a.name, v.to_name)`)}, 'Voucher ' || v.number from voucher v ${accountOf(sql.ref('v.to_email'))}
      where v.to_email is not null and (v.id = ${id}::uuid or v.number = ${number}::bigint)
    union all select 'guest', id::text, name, coalesce(email::text, ''), 'Guest' from guest where id = ${id}::uuid
    union all select 'client', id::text, name, email, 'Private client' from own_client where id = ${id}::uuid
    limit ${MOST}`.execute(db)
  return rows
}

async function findByName(db: Db, text: string): Promise<FoundPerson[]> {
  const pattern = toContainsPattern(text)
  const { rows } = await sql<FoundPerson>`
    (select 'account' as kind, id::text, name, email::text, 'Name' as match from account where deleted_at is null and stands_in_for is null and lower(name || ' ' || email::text) like ${pattern} order by created_at desc limit ${MOST})
    union all (select case when g.email is null then 'guest' else 'email' end, coalesce(g.email::text, g.id::text), g.name, coalesce(g.email::text, ''), 'Guest of booking ' || b.number
      from guest g join appointment b on b.id = g.appointment_id where lower(g.name) like ${pattern} limit ${MOST})
    union all (select case when email = '' then 'client' else 'email' end, case when email = '' then id::text else lower(email) end, name, lower(email), 'Private client'
      from own_client where lower(name) like ${pattern} limit ${MOST})
    union all (select ${ofAddress(sql.ref('v.to_email'), sql`v.to_name`)}, 'Voucher ' || v.number from voucher v ${accountOf(sql.ref('v.to_email'))}
      where v.to_email is not null and lower(v.to_name) like ${pattern} limit ${MOST})`.execute(db)
  return rows
}

export const findGuestById = (db: Db, id: string) =>
  db.selectFrom('guest').selectAll().where('id', '=', id).executeTakeFirst()

export const findOwnClientById = (db: Db, id: string) =>
  db
    .selectFrom('own_client')
    .innerJoin('provider', 'provider.id', 'own_client.provider_id')
    .selectAll('own_client')
    .select([
      'provider.name as provider_name',
      'provider.slug as provider_slug',
      'provider.account_id as provider_account_id',
    ])
    .where('own_client.id', '=', id)
    .executeTakeFirst()

/** Mails that were sent to an address, without the text of those with a secret. */
export const listMailsTo = async (db: Db, email: string) =>
  (
    await sql<{ kind: string; subject: string; text: string; at: Date }>`
      select kind, subject, case when secret then '' else body end as text, created_at as at from outbox
      where channel = 'mail' and lower(address) = ${normaliseEmail(email)} order by created_at`.execute(db)
  ).rows
