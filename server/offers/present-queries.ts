import type { Db } from '#db/database.ts'

/** The bodies of these locked quotes by id. */
export async function quotesById(db: Db, ids: readonly string[]): Promise<Map<string, unknown>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('quote')
    .select(['id', 'body'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, body }) => [id, body]))
}

export const accountById = (db: Db, id: string) =>
  db.selectFrom('account').select(['id', 'email', 'name', 'country_code']).where('id', '=', id).executeTakeFirst()
