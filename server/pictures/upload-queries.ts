import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type UploadRow = Selectable<DB['upload']>

export const insertUpload = (db: Db, row: Insertable<DB['upload']>): Promise<UploadRow> => db.insertInto('upload').values(row).returningAll().executeTakeFirstOrThrow()

export const findUpload = (db: Db, id: string): Promise<UploadRow | undefined> => db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()

export const markUsed = (db: Db, id: string, at: Date | null) => db.updateTable('upload').set({ used_at: at }).where('id', '=', id).execute()

/** Uploads that nothing shows and that were made before then, some at a time. */
export const unusedUploads = (db: Db, before: Date): Promise<UploadRow[]> =>
  db.selectFrom('upload').selectAll().where('used_at', 'is', null).where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('media').select('media.id').whereRef('media.upload_id', '=', 'upload.id')))).orderBy('created_at').limit(500).execute()

export const deleteUploads = (db: Db, ids: readonly string[]) => db.deleteFrom('upload').where('id', 'in', ids).execute()
