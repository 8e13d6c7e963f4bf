import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

/** Topics that an address must confirm once before others can have mails sent to it. */
export type MailTopic = 'quotes' | 'alert' | 'place'
type ConfirmationRow = Selectable<DB['mail_confirmation']>

export const isProvenAddress = async (db: Db, accountId: string, email: string): Promise<boolean> =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()) !== undefined

export const saveConfirmed = (db: Db, email: string, topic: MailTopic, now: Date) =>
  db
    .insertInto('mail_confirmation')
    .values({ email: normaliseEmail(email), topic, asked_at: now, confirmed_at: now })
    .onConflict((oc) => oc.columns(['email', 'topic']).doUpdateSet({ confirmed_at: now, waiting: null }))
    .execute()

type Asked = { email: string; topic: MailTopic; keyHash: Buffer; now: Date; again: Date; waiting: unknown }

/**
 * Saves pending mails, with a new confirmation key if the last key is older than `again`. Returns whether to send the
 * key, or null if the address is confirmed.
 */
export async function saveAsked(
  db: Db,
  { email, topic, keyHash, now, again, waiting }: Asked,
): Promise<{ fresh: boolean } | null> {
  const old = sql<boolean>`mail_confirmation.asked_at < ${again.toISOString()}::timestamptz`
  const row = await db
    .insertInto('mail_confirmation')

    .values({
      email: normaliseEmail(email),
      topic,
      key_hash: keyHash,
      asked_at: now,
      waiting: waiting ? JSON.stringify(waiting) : null,
    })
    .onConflict((oc) =>
      oc
        .columns(['email', 'topic'])
        .doUpdateSet({
          waiting: (eb) => eb.ref('excluded.waiting'),
          key_hash: sql`case when ${old} then excluded.key_hash else mail_confirmation.key_hash end`,
          asked_at: sql`case when ${old} then excluded.asked_at else mail_confirmation.asked_at end`,
        })
        .where('mail_confirmation.confirmed_at', 'is', null),
    )
    .returning('key_hash')
    .executeTakeFirst()
  // The embedded database returns bytes as Uint8Array, not Buffer.
  return row ? { fresh: row.key_hash !== null && keyHash.equals(row.key_hash) } : null
}

export const lockByKey = (db: Db, keyHash: Buffer): Promise<ConfirmationRow | undefined> =>
  db.selectFrom('mail_confirmation').selectAll().where('key_hash', '=', keyHash).forUpdate().executeTakeFirst()
