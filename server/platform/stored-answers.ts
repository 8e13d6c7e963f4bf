import type { Db } from '#db/database.ts'

/** Returns an answer that a job has computed, or null if no job has run yet. */
export const findStoredAnswer = async <T>(db: Db, key: string): Promise<T | null> =>
  ((await db.selectFrom('stored_answer').select('answer').where('key', '=', key).executeTakeFirst())?.answer ??
    null) as T | null

/** Saves an answer. `mark` tells a later run of the job from what it was computed. */
export const saveStoredAnswer = async (
  db: Db,
  { key, answer, mark = '' }: { key: string; answer: unknown; mark?: string },
  now: Date,
): Promise<void> => {
  const row = { answer: JSON.stringify(answer), mark, built_at: now }
  await db
    .insertInto('stored_answer')
    .values({ key, ...row })
    .onConflict((oc) => oc.column('key').doUpdateSet(row))
    .execute()
}

/** Lists the marks and times of the answers whose key begins with `prefix`, without the answers. */
export const listStoredMarks = async (
  db: Db,
  prefix: string,
): Promise<ReadonlyMap<string, { mark: string; builtAt: Date }>> =>
  new Map(
    (
      await db
        .selectFrom('stored_answer')
        .select(['key', 'mark', 'built_at'])
        .where('key', 'like', `${prefix}%`)
        .execute()
    ).map(({ key, mark, built_at }) => [key, { mark, builtAt: built_at }]),
  )

export const deleteStoredAnswers = async (db: Db, keys: readonly string[]): Promise<void> => {
  if (keys.length) await db.deleteFrom('stored_answer').where('key', 'in', keys).execute()
}
