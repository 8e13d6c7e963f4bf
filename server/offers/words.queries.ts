import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export const saveRequestMessage = (db: Db, ids: readonly string[], words: string, files: readonly string[]) =>
  db
    .updateTable('request')
    .set({ words, files: [...files] })
    .where('id', 'in', ids)
    .execute()

export const listFilesInUse = async (db: Db, files: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{
    file: string
  }>`select distinct file from request, unnest(files) as file where files && ${sql.val(files)}::text[]`.execute(db)
  return new Set(rows.map(({ file }) => file))
}
