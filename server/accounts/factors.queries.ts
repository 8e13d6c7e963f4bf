import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type PasskeyRow = Selectable<DB['passkey']>

export const listPasskeys = (db: Db, accountId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('passkey').selectAll().where('account_id', '=', accountId).orderBy('created_at').orderBy('id').execute()

export const findPasskeyById = (db: Db, id: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst()

export const insertPasskey = async (db: Db, row: Insertable<DB['passkey']>): Promise<boolean> =>
  (
    await db
      .insertInto('passkey')
      .values(row)
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows === 1n

export const renamePasskey = async (db: Db, accountId: string, id: string, name: string): Promise<boolean> =>
  (
    await db
      .updateTable('passkey')
      .set({ name })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  ).numUpdatedRows === 1n

export const deletePasskey = async (db: Db, accountId: string, id: string): Promise<boolean> =>
  (await db.deleteFrom('passkey').where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst())
    .numDeletedRows === 1n

/** Returns false if the counter went backwards, which indicates a cloned key. */
export const countPasskey = async (db: Db, id: string, counter: number, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('passkey')
      .set({ counter, used_at: now })
      .where('id', '=', id)
      .where((of) => of.or([of('counter', '<', counter), sql<boolean>`counter = 0 and ${counter} = 0`]))
      .executeTakeFirst()
  ).numUpdatedRows === 1n

export const findTotp = (db: Db, accountId: string) =>
  db.selectFrom('totp').selectAll().where('account_id', '=', accountId).executeTakeFirst()

export const saveTotp = async (db: Db, accountId: string, sealed: Buffer, now: Date): Promise<boolean> =>
  (
    await db
      .insertInto('totp')
      .values({ account_id: accountId, sealed, created_at: now })
      .onConflict((oc) =>
        oc
          .column('account_id')
          .doUpdateSet({ sealed, created_at: now, last_step: 0 })
          .where('totp.confirmed_at', 'is', null),
      )
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows === 1n

export const consumeTotpStep = async (db: Db, accountId: string, step: number, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('totp')
      .set({ last_step: step, confirmed_at: sql`coalesce(confirmed_at, ${now})` })
      .where('account_id', '=', accountId)
      .where('last_step', '<', step)
      .executeTakeFirst()
  ).numUpdatedRows === 1n

export const deleteTotp = async (db: Db, accountId: string): Promise<boolean> =>
  (await db.deleteFrom('totp').where('account_id', '=', accountId).executeTakeFirst()).numDeletedRows === 1n

export const saveRecoveryCodes = async (db: Db, accountId: string, hashes: readonly Buffer[]): Promise<void> => {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute()
}

export const countRecoveryCodes = async (db: Db, accountId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('recovery_code')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('account_id', '=', accountId)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).n,
  )

export const consumeRecoveryCode = async (db: Db, accountId: string, hash: Buffer, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('recovery_code')
      .set({ used_at: now })
      .where('account_id', '=', accountId)
      .where('code_hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows === 1n

export const deleteFactors = async (db: Db, accountId: string): Promise<void> => {
  for (const table of ['passkey', 'totp', 'recovery_code'] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
}

/** `strong` means by more than password or mail. */
export const markProven = (db: Db, sessionId: string, strong: boolean, now: Date) =>
  db
    .updateTable('session')
    .set({ proven_at: now, ...(strong ? { strong_at: now } : {}) })
    .where('id', '=', sessionId)
    .execute()
