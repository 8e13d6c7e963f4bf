import type { Insertable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

/** Writes a notice; one of a fact that has been told already is left out. */
export const insertNotice = (db: Db, row: Insertable<DB['outbox']>) =>
  db
    .insertInto('outbox')
    .values(row)
    .onConflict((oc) => oc.column('fact').doNothing())
    .execute()

export type NoticeChoices = Record<string, { mail?: boolean; sms?: boolean; push?: boolean }>

/** Which groups of notices somebody has switched off, by channel. */
export const noticeChoices = async (db: Db, accountId: string): Promise<NoticeChoices> => {
  const row = await db.selectFrom('account').select('notices').where('id', '=', accountId).executeTakeFirst()
  return (row?.notices ?? {}) as NoticeChoices
}
