import type { Selectable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { PageWords } from './page-edits.ts'

export type PageEditRow = Selectable<DB['page_edit']> & { editor: string | null }

const edits = (db: Db) => db.selectFrom('page_edit').leftJoin('account', 'account.id', 'page_edit.updated_by').selectAll('page_edit').select('account.name as editor')

export const pageEdit = (db: Db, path: string): Promise<PageEditRow | undefined> => edits(db).where('path', '=', path).executeTakeFirst()

/** Every page whose words were changed, the latest first. */
export const pageEdits = (db: Db): Promise<PageEditRow[]> => edits(db).orderBy('page_edit.updated_at', 'desc').limit(500).execute()

export const savePageEdit = (db: Db, { path, title, description, bannerTitle, bannerText, body, at, by }: PageWords & { path: string; at: Date; by: string }) => {
  const words = { title, description, banner_title: bannerTitle, banner_text: bannerText, body, updated_at: at, updated_by: by }
  return db.insertInto('page_edit').values({ path, ...words }).onConflict((oc) => oc.column('path').doUpdateSet(words)).execute()
}

export const deletePageEdit = (db: Db, path: string) => db.deleteFrom('page_edit').where('path', '=', path).execute()
