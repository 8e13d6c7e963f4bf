import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export const newestExport = (db: Db, accountId: string, now: Date) =>
  db.selectFrom('data_export').select(['id', 'ready_at', 'expires_at']).where('account_id', '=', accountId).where('ready_at', 'is not', null).where('expires_at', '>', now)
    .orderBy('created_at', 'desc').limit(1).executeTakeFirst()

export const exportBody = (db: Db, id: string, accountId: string, now: Date) =>
  db.selectFrom('data_export').select(['body', 'created_at']).where('id', '=', id).where('account_id', '=', accountId).where('expires_at', '>', now).executeTakeFirst()

/** Keeps a copy of somebody's data in the place of earlier ones. */
export const keepExport = async (db: Db, row: { account_id: string; body: string; created_at: Date; ready_at: Date; expires_at: Date }) => {
  await db.deleteFrom('data_export').where('account_id', '=', row.account_id).execute()
  return db.insertInto('data_export').values(row).returning('id').executeTakeFirstOrThrow()
}

/** Copies of data, links, proofs and sessions whose time has passed. */
export const forgetPast = async (db: Db, now: Date): Promise<void> => {
  const days = (n: number) => new Date(now.getTime() - n * 86_400_000)
  await db.deleteFrom('data_export').where('expires_at', '<', now).execute()
  await db.deleteFrom('challenge_spent').where('expires_at', '<', now).execute()
  await db.deleteFrom('one_time_token').where('expires_at', '<', days(30)).execute()
  await db.deleteFrom('session').where((of) => of.or([of('expires_at', '<', days(30)), of('revoked_at', '<', days(30))])).execute()
}

// What each part of the copy is read from; `$1` is the account. Hashes of secrets are left out: they say nothing about a person.
const parts: Record<string, string> = {
  account: `select to_jsonb(a) - 'password_hash' from account a where id = $1`,
  termsAccepted: `select to_jsonb(t) - 'account_id' from terms_acceptance t where account_id = $1 order by at`,
  sessions: `select to_jsonb(s) - 'account_id' from session s where account_id = $1 order by created_at`,
  signIns: `select to_jsonb(s) - 'account_id' from sign_in s where account_id = $1 order by at`,
  links: `select jsonb_build_object('purpose', purpose, 'email', email, 'createdAt', created_at, 'usedAt', used_at) from one_time_token where account_id = $1 order by created_at`,
  searches: `select to_jsonb(s) - 'visitor_hash' from search s where account_id = $1 order by created_at`,
  quotes: `select to_jsonb(q) from quote q join search s on s.id = q.search_id where s.account_id = $1 order by q.created_at`,
  requests: `select to_jsonb(r) from request r where r.account_id = $1 order by r.created_at`,
  offers: `select to_jsonb(o) from offer o join request r on r.id = o.request_id where r.account_id = $1 order by o.created_at`,
  requestsAndBookings: `select to_jsonb(q) from quote_act q join search s on s.id = q.search_id where s.account_id = $1 order by q.at`,
  payments: `select jsonb_build_object('number', number, 'kind', kind, 'description', description, 'amountMinor', amount_minor, 'refundedMinor', refunded_minor, 'currency', currency, 'state', state, 'at', created_at) from payment where account_id = $1 order by created_at`,
  payouts: `select jsonb_build_object('amountMinor', o.amount_minor, 'currency', o.currency, 'state', o.state, 'at', o.created_at, 'paidAt', o.paid_at) from payout o join provider p on p.id = o.provider_id where p.account_id = $1 order by o.created_at`,
  alerts: `select to_jsonb(f) - 'off_key' from freed_alert f where f.email = (select email from account where id = $1) order by created_at`,
  notices: `select jsonb_build_object('channel', channel, 'kind', kind, 'address', address, 'subject', subject, 'text', case when secret then '' else body end, 'state', state, 'at', created_at) from outbox where account_id = $1 order by created_at`,
  pushSubscriptions: `select to_jsonb(p) - 'account_id' - 'auth' from push_subscription p where account_id = $1`,
  uploads: `select to_jsonb(u) - 'account_id' from upload u where account_id = $1 order by created_at`,
  profile: `select to_jsonb(p) from provider p where account_id = $1`,
  services: `select to_jsonb(s) - 'provider_id' from provider_service s join provider p on p.id = s.provider_id where p.account_id = $1`,
  team: `select to_jsonb(a) - 'provider_id' from artist a join provider p on p.id = a.provider_id where p.account_id = $1 order by position`,
  albums: `select to_jsonb(a) - 'provider_id' from album a join provider p on p.id = a.provider_id where p.account_id = $1 order by position`,
  pictures: `select to_jsonb(m) - 'provider_id' from media m join provider p on p.id = m.provider_id where p.account_id = $1 order by m.id`,
  calendar: `select to_jsonb(b) - 'provider_id' from busy b join provider p on p.id = b.provider_id where p.account_id = $1 order by event_date`,
  reviewsReceived: `select jsonb_build_object('author', author, 'score', score, 'comments', comments, 'reply', reply, 'at', r.created_at) from review r join provider p on p.id = r.provider_id where p.account_id = $1 order by r.created_at`,
  reviewsWritten: `select jsonb_build_object('score', score, 'comments', comments, 'chips', chips, 'event', event, 'at', created_at, 'changedAt', edited_at) from review where account_id = $1 order by created_at`,
  privateReviewsWritten: `select jsonb_build_object('score', score, 'comments', comments, 'at', r.created_at) from customer_review r join provider p on p.id = r.provider_id where p.account_id = $1 order by r.created_at`,
  messages: `select jsonb_build_object('conversation', m.conversation_id, 'from', m.side, 'kind', m.kind, 'text', m.text, 'pictures', m.files, 'at', m.at) from message m join conversation c on c.id = m.conversation_id
    left join provider p on p.id = c.provider_id where c.account_id = $1 or p.account_id = $1 order by m.id`,
  blocked: `select to_jsonb(b) - 'account_id' from block b where account_id = $1 order by created_at`,
  reports: `select jsonb_build_object('reason', reason, 'state', state, 'at', created_at) from report where by_account = $1 order by created_at`,
  signUp: `select to_jsonb(s) - 'account_id' from signup s where account_id = $1`,
  signUpSteps: `select to_jsonb(s) - 'account_id' from signup_step s where account_id = $1 order by saved_at`,
  verification: `select jsonb_build_object('round', round, 'submittedAt', submitted_at, 'decision', decision, 'decidedAt', decided_at, 'reasons', reasons, 'note', note) from verification v join provider p on p.id = v.provider_id where p.account_id = $1 order by round`,
  identityPictures: `select jsonb_build_object('kind', kind, 'document', document, 'sentAt', i.created_at, 'deletedAt', purged_at) from identity_picture i join provider p on p.id = i.provider_id where p.account_id = $1 order by i.created_at`,
  doneByOurTeam: `select jsonb_build_object('act', act, 'at', at, 'reason', reason, 'before', before, 'after', after) from audit where as_account_id = $1 or (subject_kind = 'account' and subject_id = $1::text and actor_id <> $1) order by at`,
}

/** Everything that is kept about an account, part by part. */
export async function everythingAbout(db: Db, accountId: string): Promise<Record<string, unknown>> {
  const columns = Object.entries(parts).map(([name, text]) => {
    const [head = '', ...rest] = text.split('$1')
    const of = rest.reduce((said, after) => sql`${said}${accountId}::uuid${sql.raw(after)}`, sql`${sql.raw(head)}`)
    return sql`(select coalesce(jsonb_agg(part.row), '[]') from (${of}) part(row)) as ${sql.ref(name)}`
  })
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(db)
  return rows[0] ?? {}
}

/** The day of the next booking of an account: their own, or of their profile. */
export const bookingAhead = async (db: Db, accountId: string, now: Date): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select min(s.event_date) from search s join quote_act a on a.search_id = s.id and a.state = 'booked' where s.account_id = ${accountId} and s.event_date >= ${now}::timestamptz::date),
      (select min(b.event_date) from busy b join provider p on p.id = b.provider_id where p.account_id = ${accountId} and b.kind in ('hold', 'appointment') and upper(b.during) > ${now})
    ) as day`.execute(db)
  return rows[0]?.day ?? null
}

export const otherOperators = async (db: Db, accountId: string): Promise<number> => {
  const row = await db.selectFrom('account').select(({ fn }) => fn.countAll<number>().as('n'))
    .where(sql<boolean>`'operator' = any(roles)`).where('id', '!=', accountId).where('suspended_at', 'is', null).where('deleted_at', 'is', null).executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Empties an account and all that hangs on it; the row stays without a person, because receipts and the audit log name it. */
export async function eraseAccount(db: Db, { id, email, now }: { id: string; email: string; now: Date }): Promise<void> {
  await eraseTalk(db, id)
  await eraseProfile(db, id, now)
  await eraseSearches(db, id)
  await db.deleteFrom('freed_alert').where('email', '=', email).execute()
  await db.updateTable('upload').set({ used_at: null }).where('account_id', '=', id).execute()
  for (const table of ['push_subscription', 'data_export', 'sign_in', 'outbox', 'signup', 'gesture_code'] as const) await db.deleteFrom(table).where('account_id', '=', id).execute()
  await db.deleteFrom('one_time_token').where('account_id', '=', id).execute()
  await db.updateTable('session').set({ revoked_at: now, device: '' }).where('account_id', '=', id).where('revoked_at', 'is', null).execute()
  await db.updateTable('account').set({
    name: 'Deleted', email: `deleted-${id}@deleted.invalid`, mobile: null, password_hash: null, roles: ['customer'], pending_email: null, email_verified_at: null,
    country_code: null, notices: '{}', quiet_from: null, quiet_to: null, deleted_at: now,
  }).where('id', '=', id).execute()
}

// What they said to artists goes; reviews that they wrote stay without their name.
async function eraseTalk(db: Db, accountId: string): Promise<void> {
  const own = db.selectFrom('provider').select('id').where('account_id', '=', accountId)
  for (const table of ['conversation', 'block', 'customer_review'] as const) {
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
    await db.deleteFrom(table).where('provider_id', 'in', own).execute()
  }
  await db.updateTable('report').set({ by_account: null }).where('by_account', '=', accountId).execute()
  await db.updateTable('review').set({ account_id: null, author: 'A customer', author_media_id: null }).where('account_id', '=', accountId).execute()
}

// A search that led to a booking stays for its receipt, without whom it was for; every other goes with all that hangs on it.
async function eraseSearches(db: Db, accountId: string): Promise<void> {
  const booked = sql`exists (select from quote_act a where a.search_id = s.id and a.state in ('booked', 'cancelled'))`
  await sql`update search set account_id = null, visitor_hash = null, details = null, gclid = null, heap_id = null, experiment_id = null, landing_page = null
    where id in (select id from search s where s.account_id = ${accountId} and ${booked})`.execute(db)
  const gone = sql`(select id from search where account_id = ${accountId})`
  await sql`update search set previous_search = null where previous_search in ${gone}`.execute(db)
  const asked = sql`(select id from request r where (account_id = ${accountId} or search_id in ${gone} or event_key in ${gone})
    and not exists (select from offer o where o.request_id = r.id and (o.state = 'accepted' or exists (select from hold h where h.offer_id = o.id) or exists (select from appointment a where a.offer_id = o.id))))`
  await sql`delete from quote_act a using request r where r.id in ${asked} and r.open and a.search_id = r.search_id and a.provider_id = r.provider_id`.execute(db)
  await sql`update request set replaces = null where id in ${asked}`.execute(db)
  await sql`delete from request where id in ${asked}`.execute(db)
  for (const table of ['freed_alert', 'quote_act', 'quote']) await sql`delete from ${sql.table(table)} where search_id in ${gone}`.execute(db)
  await sql`delete from search where account_id = ${accountId}`.execute(db)
}

async function eraseProfile(db: Db, accountId: string, now: Date): Promise<void> {
  const provider = await db.selectFrom('provider').select('id').where('account_id', '=', accountId).executeTakeFirst()
  if (!provider) return
  const { id } = provider
  await db.updateTable('provider').set({
    account_id: null, state: 'paused', slug: `deleted-${id.replaceAll('-', '').slice(0, 16)}`, name: 'Deleted', bio: '', area: '', studio_address: '', instagram: null,
    languages: [], shades: [], skills: [], kit: '[]', profile_media_id: null, cover_media_id: null, vaccinated: false, covid_trained: false,
    // As near as customers ever saw it.
    lat: sql`round(lat::numeric, 1)`, lng: sql`round(lng::numeric, 1)`,
  }).where('id', '=', id).execute()
  await db.deleteFrom('media').where('provider_id', '=', id).execute()
  await db.deleteFrom('album').where('provider_id', '=', id).execute()
  await db.updateTable('artist').set({ name: 'Deleted' }).where('provider_id', '=', id).execute()
  await db.deleteFrom('busy').where('provider_id', '=', id).where('kind', 'in', ['booked_out', 'feed']).execute()
  await db.deleteFrom('verification').where('provider_id', '=', id).where('decision', 'is', null).execute()
  await db.updateTable('identity_picture').set({ purge_at: now }).where('provider_id', '=', id).where('purged_at', 'is', null).execute()
}
