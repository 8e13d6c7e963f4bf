import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type OutboxRow = Selectable<DB['outbox']>

export const CLAIM_MINUTES = 2

/** Claims what is due of one or the other, oldest first: no other process gets it until the claim ends. */
export async function claimDue(
  db: Db,
  now: Date,
  limit: number,
  of: 'notices' | 'webhooks' = 'notices',
): Promise<OutboxRow[]> {
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', ['waiting', 'failed'])
    .where('channel', of === 'webhooks' ? '=' : '<>', 'webhook')
    .where('next_at', '<=', now)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', now)]))
    .orderBy('next_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('outbox')
    .set({ claimed_until: new Date(now.getTime() + CLAIM_MINUTES * 60_000), attempts: sql`attempts + 1` })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

/** Since when the oldest notice that is due has been waiting; undefined where none is. */
export const oldestDue = async (db: Db, now: Date): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('outbox')
      .select('next_at')
      .where('state', 'in', ['waiting', 'failed'])
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst()
  )?.next_at

/** Gives claims back that nothing was done with. */
export const unclaim = (db: Db, ids: readonly string[]) =>
  db.updateTable('outbox').set({ claimed_until: null, attempts: sql`attempts - 1` }).where('id', 'in', ids).execute()

/** A notice that has gone, with what is kept of it where that is less than was sent. */
export type Sent = { id: string; kept: { subject: string; body: string } | null }

/** Marks notices as sent. */
export const markSent = async (db: Db, sent: readonly Sent[], now: Date): Promise<void> => {
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

/** Marks a try that failed: another follows at that time, or none does. */
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

/** Marks a mail that its address takes no more: it is kept, with the reason, and not tried again. */
export const markStopped = (db: Db, id: string, why: string) =>
  db
    .updateTable('outbox')
    .set({ state: 'switched_off', error: why, claimed_until: null })
    .where('id', '=', id)
    .execute()

export const subscriptionById = (db: Db, id: string) =>
  db.selectFrom('push_subscription').selectAll().where('id', '=', id).executeTakeFirst()

export const forgetSubscription = (db: Db, id: string) =>
  db.deleteFrom('push_subscription').where('id', '=', id).execute()

export const subscriptionsOf = (db: Db, accountId: string) =>
  db.selectFrom('push_subscription').select(['id', 'endpoint']).where('account_id', '=', accountId).execute()

/** Keeps a browser's subscription; one that another account had on the same browser passes over. */
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

export const dropSubscription = (db: Db, accountId: string, endpoint: string) =>
  db.deleteFrom('push_subscription').where('account_id', '=', accountId).where('endpoint', '=', endpoint).execute()

/** Puts a claimed notice off without counting it as a try. */
export const putOff = (db: Db, id: string, until: Date) =>
  db
    .updateTable('outbox')
    .set({ next_at: until, claimed_until: null, attempts: sql`attempts - 1` })
    .where('id', '=', id)
    .execute()

/** Somebody's quiet hours in the zone where they work, else in that of their market; undefined where they set none. */
export async function quietHoursOf(
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

export const mobileOf = (db: Db, accountId: string) =>
  db.selectFrom('account').select('mobile').where('id', '=', accountId).executeTakeFirst()

/** How many notices were given up since then, by channel; one that reports such a failure is not counted. */
export const givenUpSince = (db: Db, since: Date) =>
  db
    .selectFrom('outbox')
    .select(['channel', sql<number>`count(*)::int`.as('n')])
    .where('state', '=', 'given_up')
    .where('kind', '!=', 'op.outbox.failing')
    .where('given_up_at', '>=', since)
    .groupBy('channel')
    .execute()

/** A notice held until the transaction ends. */
export const lockNotice = (db: Db, id: string): Promise<OutboxRow | undefined> =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const noticesById = (db: Db, ids: readonly string[]): Promise<OutboxRow[]> =>
  db.selectFrom('outbox').selectAll().where('id', 'in', ids).execute()

export const makeDue = (db: Db, id: string, now: Date) =>
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

/** Whether a text has been written to this number before. */
export const smsWasSent = async (db: Db, mobile: string): Promise<boolean> =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('channel', '=', 'sms')
    .where('address', '=', mobile)
    .limit(1)
    .executeTakeFirst()) !== undefined
