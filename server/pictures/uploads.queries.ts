import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type UploadRow = Selectable<DB['upload']>

export const insertUpload = (db: Db, row: Insertable<DB['upload']>): Promise<UploadRow> =>
  db.insertInto('upload').values(row).returningAll().executeTakeFirstOrThrow()

export const lockUpload = (db: Db, id: string): Promise<UploadRow | undefined> =>
  db.selectFrom('upload').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const listUploads = (db: Db, ids: readonly string[]): Promise<UploadRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('upload').selectAll().where('id', 'in', ids).execute()

export const lockUploads = (db: Db, ids: readonly string[]): Promise<UploadRow[]> =>
  db.selectFrom('upload').selectAll().where('id', 'in', ids).forUpdate().execute()

export const markUsed = (db: Db, id: string, at: Date | null) =>
  db.updateTable('upload').set({ used_at: at }).where('id', '=', id).execute()

const unused = (db: Db) =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('used_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('media').select('media.id').whereRef('media.upload_id', '=', 'upload.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('media').select('media.id').whereRef('media.original_upload_id', '=', 'upload.id'))),
    )
    // Removed from an album but still used by a review.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('before_after').select('before_after.id').whereRef('before_upload', '=', 'upload.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('before_after').select('before_after.id').whereRef('after_upload', '=', 'upload.id'))),
    )

export const listUnusedUploads = (db: Db, before: Date): Promise<UploadRow[]> =>
  unused(db).where('created_at', '<', before).orderBy('created_at').limit(500).execute()

export const lockUnusedUpload = (db: Db, id: string): Promise<UploadRow | undefined> =>
  unused(db).where('id', '=', id).forUpdate().executeTakeFirst()

export const deleteUpload = (db: Db, id: string) => db.deleteFrom('upload').where('id', '=', id).execute()

export const findAccountOfAppointment = async (db: Db, appointmentId: string): Promise<string | null> =>
  (await db.selectFrom('appointment').select('account_id').where('id', '=', appointmentId).executeTakeFirst())
    ?.account_id ?? null

export const findAccountOfGuest = async (db: Db, linkId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('guest')
      .innerJoin('appointment', 'appointment.id', 'guest.appointment_id')
      .select('appointment.account_id')
      .where('guest.link_id', '=', linkId)
      .executeTakeFirst()
  )?.account_id ?? null

/** Page pictures belong to the site and outlive the uploader's account. */
export const assignToSite = (db: Db, id: string, at: Date) =>
  db.updateTable('upload').set({ account_id: null, used_at: at }).where('id', '=', id).execute()
