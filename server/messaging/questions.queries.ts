import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Serialises one person's questions with an advisory lock. */
export const lockQuestionsOf = (db: Db, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('questions ' || ${accountId}, 0))`.execute(db)

/** Prefers the latest open conversation, else a closed question. */
export const findConversationWith = (
  db: Db,
  accountId: string,
  providerId: string,
): Promise<{ id: string; state: string } | undefined> =>
  db
    .selectFrom('conversation')
    .select(['id', 'state'])
    .where('account_id', '=', accountId)
    .where('provider_id', '=', providerId)
    .where((eb) => eb.or([eb('state', '=', 'open'), eb('search_id', 'is', null)]))
    .orderBy((eb) => eb('state', '=', 'open'), 'desc')
    .orderBy('last_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const countQuestionsSince = async (db: Db, accountId: string, since: Date): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('conversation')
        .select((eb) => eb.fn.countAll().as('n'))
        .where('account_id', '=', accountId)
        .where('asked_at', '>', since)
        .executeTakeFirstOrThrow()
    ).n,
  )

export const insertQuestion = async (db: Db, accountId: string, providerId: string, now: Date): Promise<string> =>
  (
    await db
      .insertInto('conversation')
      .values({ account_id: accountId, provider_id: providerId, asked_at: now, created_at: now, last_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const markReplied = (db: Db, id: string, now: Date) =>
  db.updateTable('conversation').set({ replied_at: now }).where('id', '=', id).where('replied_at', 'is', null).execute()

/** Lists questions, answered or expired, that response times do not include yet. */
export const listQuestionsToCount = (
  db: Db,
  leftSince: Date,
  limit: number,
): Promise<{ id: string; provider_id: string }[]> =>
  db
    .selectFrom('conversation')
    .select(['id', 'provider_id'])
    .where('asked_at', 'is not', null)
    .where('counted_at', 'is', null)
    .where((eb) => eb.or([eb('replied_at', 'is not', null), eb('asked_at', '<', leftSince)]))
    .orderBy('asked_at')
    .limit(limit)
    .execute()

export const markCounted = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('conversation')
      .set({ counted_at: now })
      .where('id', '=', id)
      .where('counted_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n
