import type { Db } from '#db/database.ts'
import type { AccountRow } from './queries.ts'

/** An account held until the transaction ends. */
export const lockAccount = (db: Db, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forUpdate().executeTakeFirst()

export const setSuspended = (db: Db, id: string, suspended: { at: Date; reason: string } | null) =>
  db.updateTable('account').set({ suspended_at: suspended?.at ?? null, suspended_reason: suspended?.reason ?? null }).where('id', '=', id).execute()

export const setRoles = (db: Db, id: string, roles: string[]) => db.updateTable('account').set({ roles }).where('id', '=', id).execute()
