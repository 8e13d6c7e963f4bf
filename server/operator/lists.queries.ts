import type { Db } from '#db/database.ts'

export const listFiltersOf = (db: Db, accountId: string, list: string) =>
  db
    .selectFrom('saved_filter')
    .select(['id', 'account_id', 'name', 'query', 'shared', 'created_at'])
    .where('list', '=', list)
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('shared', '=', true)]))
    .orderBy('name')
    .orderBy('id')
    .execute()

export const upsertSavedFilter = (
  db: Db,
  row: { account_id: string; list: string; name: string; query: string; shared: boolean; created_at: Date },
) =>
  db
    .insertInto('saved_filter')
    .values(row)
    .onConflict((oc) =>
      oc.columns(['account_id', 'list', 'name']).doUpdateSet({ query: row.query, shared: row.shared }),
    )
    .execute()

export async function countFilters(db: Db, accountId: string, list: string): Promise<number> {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  const { n } = await db
    .selectFrom('saved_filter')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const deleteFilter = async (
  db: Db,
  { list, id, accountId, shared }: { list: string; id: string; accountId: string; shared: boolean },
): Promise<boolean> =>
  (
    await db
      .deleteFrom('saved_filter')
      .where('id', '=', id)
      .where('list', '=', list)
      .where((eb) => eb.or([eb('account_id', '=', accountId), ...(shared ? [eb('shared', '=', true)] : [])]))
      .executeTakeFirst()
  ).numDeletedRows > 0n
