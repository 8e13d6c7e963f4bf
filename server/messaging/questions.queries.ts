import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Lets the questions of one person be asked one after the other. */
export const lockQuestionsOf = (db: Db, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('questions ' || ${accountId}, 0))`.execute(db)

/** The conversation in which a question of these two goes on: the latest that is open, else a question that the team has closed; none where nothing was asked yet. */
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

/** How many questions somebody has begun since then. */
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

/** Opens a conversation about nothing yet but a question. */
export const insertQuestion = async (db: Db, accountId: string, providerId: string, now: Date): Promise<string> =>
  (
    await db
      .insertInto('conversation')
      .values({ account_id: accountId, provider_id: providerId, asked_at: now, created_at: now, last_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** The artist has said something to a question. */
export const markReplied = (db: Db, id: string, now: Date) =>
  db.updateTable('conversation').set({ replied_at: now }).where('id', '=', id).where('replied_at', 'is', null).execute()

/** Questions that were answered, or left since then, and are not in how fast their artist answers. */
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

/** Whether this was the one to count it. */
export const markCounted = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('conversation')
      .set({ counted_at: now })
      .where('id', '=', id)
      .where('counted_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n
