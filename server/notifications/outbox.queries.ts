import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

export type OutboxRow = Selectable<DB['outbox']>

export const CLAIM_MINUTES = 2

/** Claims due notifications or webhook deliveries, oldest first, until the claim expires. */
export async function claimDue(
  db: Db,
  now: Date,
  limit: number,
  of: 'notices' | 'webhooks' = 'notices',
): Promise<OutboxRow[]> {
  const due = db
    .selectFrom('outbox_queue')
    .innerJoin('outbox', 'outbox.id', 'outbox_queue.outbox_id')
    .select('outbox.id')
    .where('outbox.state', 'in', ['waiting', 'failed'])
    .where('outbox.channel', of === 'webhooks' ? '=' : '<>', 'webhook')
    .where('outbox_queue.next_at', '<=', now)
    .where((eb) => eb.or([eb('outbox.claimed_until', 'is', null), eb('outbox.claimed_until', '<', now)]))
    .orderBy('outbox_queue.next_at')
    .limit(limit)
    .forUpdate('outbox')
    .skipLocked()
  return db
    .updateTable('outbox')
    .set({ claimed_until: new Date(now.getTime() + CLAIM_MINUTES * 60_000), attempts: sql`attempts + 1` })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

export const findOldestDue = async (db: Db, now: Date): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('outbox_queue')
      .select('next_at')
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst()
  )?.next_at

export const releaseNotices = (db: Db, ids: readonly string[]) =>
  db.updateTable('outbox').set({ claimed_until: null, attempts: sql`attempts - 1` }).where('id', 'in', ids).execute()

/** The content of a sent notice; it is redacted if it had a secret. */
export type SentNotice = { id: string; kept: { subject: string; body: string } | null }

export const markSent = async (db: Db, sent: readonly SentNotice[], now: Date): Promise<void> => {
  if (!sent.length) return
  await sql`
    update outbox o set state = 'sent', sent_at = ${now.toISOString()}::timestamptz, claimed_until = null, error = '',
      subject = coalesce(kept.subject, o.subject), body = coalesce(kept.body, o.body),
      html = case when kept.body is null then o.html end
    from unnest(
      ${sent.map(({ id }) => id)}::uuid[],
      ${sent.map(({ kept }) => kept?.subject ?? null)}::text[],
      ${sent.map(({ kept }) => kept?.body ?? null)}::text[]
    ) kept (id, subject, body)
    where o.id = kept.id`.execute(db)
}

export const markFailed = (db: Db, id: string, error: string, now: Date, next: Date | null) =>
  db
    .updateTable('outbox')
    .set({
      state: next ? 'failed' : 'given_up',
      error,
      claimed_until: null,
      ...(next ? { next_at: next } : { given_up_at: now }),
    })
    .where('id', '=', id)
    .execute()

/** Marks a notice as stopped: it is not retried while its address is blocked. */
export const markStopped = (db: Db, id: string, why: string) =>
  db
    .updateTable('outbox')
    .set({ state: 'switched_off', error: why, claimed_until: null })
    .where('id', '=', id)
    .execute()

/**
 * Finds the booking of a receipt or conversation, and the address of its customer: only for a mail to their current
 * address, and only if they have no password and can use the site.
 */
export const findLinkedBooking = (
  db: Db,
  { accountId, address }: { accountId: string; address: string },
  of: 'receipt' | 'talk',
  id: string,
): Promise<{ id: string; email: string } | undefined> =>
  db
    .selectFrom('appointment')
    .innerJoin('account', 'account.id', 'appointment.account_id')
    .select(['appointment.id', 'account.email'])
    .where('account.id', '=', accountId)
    .where('account.email', '=', address)
    .where('account.password_hash', 'is', null)
    .where('account.suspended_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .$if(of === 'talk', (q) =>
      q.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('conversation')
            .select('conversation.id')
            .where('conversation.id', '=', id)
            .whereRef('conversation.account_id', '=', 'appointment.account_id')
            .whereRef('conversation.search_id', '=', 'appointment.search_id')
            .whereRef('conversation.provider_id', '=', 'appointment.provider_id'),
        ),
      ),
    )
    .$if(of === 'receipt', (q) =>
      q.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('payment')
            .select('payment.id')
            .where('payment.id', '=', id)
            .whereRef('payment.account_id', '=', 'appointment.account_id')
            .where((payment) =>
              payment.or([
                payment('payment.ref', '=', payment.ref('appointment.id')),
                payment('payment.ref', '=', payment.ref('appointment.hold_id')),
                payment(
                  'payment.ref',
                  'in',
                  payment
                    .selectFrom('appointment_move')
                    .select('appointment_move.id')
                    .whereRef('appointment_move.appointment_id', '=', 'appointment.id'),
                ),
              ]),
            ),
        ),
      ),
    )
    .orderBy('appointment.booked_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findSubscriptionById = (db: Db, id: string) =>
  db.selectFrom('push_subscription').selectAll().where('id', '=', id).executeTakeFirst()

export const deletePushSubscription = (db: Db, id: string) =>
  db.deleteFrom('push_subscription').where('id', '=', id).execute()

export const listSubscriptions = (db: Db, accountId: string) =>
  db.selectFrom('push_subscription').select(['id', 'endpoint']).where('account_id', '=', accountId).execute()

/** Saves a subscription. Replaces a subscription of another account in the same browser. */
export const saveSubscription = (
  db: Db,
  row: {
    account_id: string
    session_id: string | null
    endpoint: string
    p256dh: string
    auth: string
    device: string
  },
) =>
  db
    .insertInto('push_subscription')
    .values(row)
    .onConflict((oc) =>
      oc.column('endpoint').doUpdateSet({
        account_id: row.account_id,
        session_id: row.session_id,
        p256dh: row.p256dh,
        auth: row.auth,
        device: row.device,
      }),
    )
    .execute()

export const deleteSubscription = (db: Db, accountId: string, endpoint: string) =>
  db.deleteFrom('push_subscription').where('account_id', '=', accountId).where('endpoint', '=', endpoint).execute()

/** Postpones a notice without counting an attempt. */
export const postponeNotice = (db: Db, id: string, until: Date) =>
  db
    .updateTable('outbox')
    .set({ next_at: until, claimed_until: null, attempts: sql`attempts - 1` })
    .where('id', '=', id)
    .execute()

/** Returns quiet hours in the account's working or market time zone. */
export async function findQuietHours(
  db: Db,
  accountId: string,
): Promise<{ from: string; to: string; tz: string } | undefined> {
  const row = await db
    .selectFrom('account as a')
    .leftJoin('provider as p', 'p.account_id', 'a.id')
    .leftJoin('market as m', 'm.country_code', 'a.country_code')
    .select((eb) => ['a.quiet_from', 'a.quiet_to', eb.fn.coalesce('p.tz', 'm.default_tz').as('tz')])
    .where('a.id', '=', accountId)
    .executeTakeFirst()
  return row?.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to, tz: row.tz ?? 'UTC' } : undefined
}

export const findMobile = (db: Db, accountId: string) =>
  db.selectFrom('account').select('mobile').where('id', '=', accountId).executeTakeFirst()

export const countFailedNotices = (db: Db, since: Date) =>
  db
    .selectFrom('outbox')
    .select(['channel', sql<number>`count(*)::int`.as('n')])
    .where('state', '=', 'given_up')
    .where('kind', '!=', 'op.outbox.failing')
    .where('given_up_at', '>=', since)
    .groupBy('channel')
    .execute()

export const lockNotice = (db: Db, id: string): Promise<OutboxRow | undefined> =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const listNoticesById = (db: Db, ids: readonly string[]): Promise<OutboxRow[]> =>
  db.selectFrom('outbox').selectAll().where('id', 'in', ids).execute()

export const markNoticeDue = (db: Db, id: string, now: Date) =>
  db
    .updateTable('outbox')
    .set({
      state: 'waiting',
      attempts: 0,
      next_at: now,
      claimed_until: null,
      sent_at: null,
      given_up_at: null,
      error: '',
    })
    .where('id', '=', id)
    .execute()

export const hasSentSms = async (db: Db, mobile: string): Promise<boolean> =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('channel', '=', 'sms')
    .where('address', '=', mobile)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Counts texts, except those held back. */
export const countTextsSince = async (db: Db, since: Date, to?: { mobile: string; kind: string }): Promise<number> => {
  const all = db
    .selectFrom('outbox')
    .select(sql<number>`count(*)::int`.as('n'))
    // The condition must equal the condition of the index literally, so that prepared statements use the index.
    .where(sql<boolean>`channel = 'sms' and state not in ('held_back', 'switched_off')`)
    .where('created_at', '>', since)
  const row = await (to
    ? all.where('address', '=', to.mobile).where('kind', '=', to.kind)
    : all
  ).executeTakeFirstOrThrow()
  return row.n
}

export const isProvenNumber = async (db: Db, accountId: string, mobile: string): Promise<boolean> =>
  (await db
    .selectFrom('number_proof')
    .select('mobile')
    .where('account_id', '=', accountId)
    .where('mobile', '=', mobile)
    .where('proven_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Mails that anyone can trigger by typing an address. */
const typed: readonly string[] = [
  'quotes.sent',
  'mail.confirm',
  'request.confirm',
  'alert.freed',
  'alert.freed.day',
  'waiting.offered',
  'waiting.offered.day',
  'soon.opened',
  'verify.email',
  'magicLink',
  'providerLink',
  'password.reset',
]

/** Limits per address: by kind, and for all mails triggered by typed addresses. */
const mailCaps = {
  typed: { hour: 6, day: 20 },
  allTyped: { hour: 12, day: 40 },
  other: { hour: 40, day: 200 },
} as const

type Written = { hour: number; day: number }
const over = (written: Written, cap: Written): boolean => written.hour >= cap.hour || written.day >= cap.day

type Asked = { channel: string; kind: string; address: string; state?: string | undefined; created_at: Date }

/** True for mails that no one can trigger by typing an address. */
export const isOtherMail = ({ channel, kind }: Asked): boolean => channel === 'mail' && !typed.includes(kind)

/**
 * Returns the mails that exceed the hourly or daily limit of their kind and address. Call it in the transaction that
 * inserts them.
 */
export async function findOverLimit<Row extends Asked>(db: Db, rows: readonly Row[]): Promise<ReadonlySet<Row>> {
  const sent = rows.filter(({ state }) => state !== 'switched_off')
  const [first] = sent
  if (!first) return new Set()
  const keyOf = (row: Asked) => `${row.kind} ${normaliseEmail(row.address)}`
  const asked = [...new Map(sent.map((row) => [keyOf(row), row])).values()]
  const { rows: found } = await sql<Written & { key: string }>`
    select asked.key, w.hour, w.day
    from unnest(${asked.map(keyOf)}::text[], ${asked.map(({ kind }) => kind)}::text[], ${asked.map(({ address }) => address)}::text[]) as asked (key, kind, address)
    cross join lateral (${writtenTo(first, sql`asked.address`, sql`array[asked.kind]`)}) w`.execute(db)
  const written = new Map(found.map(({ key, hour, day }) => [key, { hour, day }]))
  return new Set(
    sent.filter((row) => {
      const so = written.get(keyOf(row)) ?? { hour: 0, day: 0 }
      if (over(so, mailCaps.other)) return true
      so.hour += 1
      so.day += 1
      return false
    }),
  )
}

/** Returns whether a mail exceeds its limits. Call it in the transaction that inserts the mail. */
export async function isTooMuch(db: Db, row: Asked): Promise<boolean> {
  if (row.channel !== 'mail' || row.state === 'switched_off') return false
  // Mails to one address are inserted one after another, so that the limit counts concurrent ones.
  await sql`select pg_advisory_xact_lock(hashtextextended('mail ' || lower(${row.address}), 0))`.execute(db)
  const written = async (kinds: readonly string[]): Promise<Written> => {
    const { rows } = await writtenTo(row, sql`${row.address}`, sql`${sql.val(kinds)}::text[]`).execute(db)
    return rows[0] as Written
  }
  return over(await written([row.kind]), mailCaps.typed) || over(await written(typed), mailCaps.allTyped)
}

function writtenTo(
  { created_at: now }: { created_at: Date },
  address: RawBuilder<unknown>,
  kinds: RawBuilder<unknown>,
): RawBuilder<Written> {
  const since = (hours: number) => sql`${new Date(now.getTime() - hours * 3_600_000).toISOString()}::timestamptz`
  return sql<Written>`
    select count(*) filter (where created_at > ${since(1)})::int as hour, count(*)::int as day from outbox
    where channel = 'mail' and lower(address) = lower(${address}) and kind = any(${kinds})
      and created_at > ${since(24)} and state not in ('held_back', 'switched_off')`
}
