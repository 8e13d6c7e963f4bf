import type { Db } from '#db/database.ts'

export const accountByEmail = (db: Db, email: string) => db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()

export const accountById = (db: Db, id: string) => db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()

export const insertSession = (db: Db, row: { account_id: string; device: string; expires_at: Date }) =>
  db.insertInto('session').values(row).returning('id').executeTakeFirstOrThrow()

/** The account of a session that still stands. */
export const accountOfSession = (db: Db, sessionId: string, now: Date) =>
  db.selectFrom('session').innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.id', 'account.roles', 'account.suspended_at', 'session.actor_id'])
    .where('session.id', '=', sessionId).where('session.revoked_at', 'is', null).where('session.expires_at', '>', now)
    .executeTakeFirst()

export const revokeSession = (db: Db, sessionId: string, now: Date) =>
  db.updateTable('session').set({ revoked_at: now }).where('id', '=', sessionId).execute()

export const profileOfAccount = (db: Db, accountId: string) =>
  db.selectFrom('provider').select('slug').where('account_id', '=', accountId).executeTakeFirst()

export const searchesOfAccount = (db: Db, accountId: string) =>
  db.selectFrom('search').select(['id', 'place_name', 'event_date', 'finish_time']).where('account_id', '=', accountId)
    .orderBy('created_at', 'desc').limit(20).execute()

export const secretSetting = (db: Db, key: string) => db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()

export const keepSetting = (db: Db, key: string, value: string) =>
  db.insertInto('setting').values({ key, value: JSON.stringify(value) }).onConflict((oc) => oc.doNothing()).execute()
