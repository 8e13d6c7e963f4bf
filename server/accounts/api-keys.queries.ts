import type { Db } from '#db/database.ts'
import type { Scope } from '#contract/accounts/scopes.ts'

const shown = ['id', 'name', 'begins', 'scopes', 'created_at', 'last_used_at'] as const

export const listKeysOf = (db: Db, accountId: string) =>
  db
    .selectFrom('api_key')
    .select(shown)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
export type ApiKeyRow = Awaited<ReturnType<typeof listKeysOf>>[number]

export async function countKeys(db: Db, accountId: string): Promise<number> {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  const { n } = await db
    .selectFrom('api_key')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insertKey = (
  db: Db,
  row: {
    account_id: string
    name: string
    key_hash: Buffer
    begins: string
    scopes: Scope[]
    a_minute: number
    created_at: Date
  },
) => db.insertInto('api_key').values(row).returning(shown).executeTakeFirstOrThrow()

export const endKey = async (db: Db, accountId: string, id: string, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('api_key')
      .set({ ended_at: now })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export const findOwnerOfKey = (db: Db, hash: Buffer, now: Date) =>
  db
    .selectFrom('api_key')
    .leftJoin('account', 'account.id', 'api_key.account_id')
    .leftJoin('partner', 'partner.id', 'api_key.partner_id')
    .where('api_key.key_hash', '=', hash)
    .where('api_key.ended_at', 'is', null)
    .where((eb) => eb.or([eb('api_key.ends_at', 'is', null), eb('api_key.ends_at', '>', now)]))
    .where('account.deleted_at', 'is', null)
    .where('partner.ended_at', 'is', null)
    .select([
      'api_key.id as keyId',
      'api_key.scopes',
      'api_key.a_minute as aMinute',
      'api_key.is_sandbox as isSandbox',
      'api_key.ends_at as endsAt',
      'api_key.last_used_at as lastUsedAt',
      'account.id as accountId',
      'account.roles',
      'account.suspended_at as suspendedAt',
      'partner.id as partnerId',
      'partner.scopes as mostScopes',
    ])
    .executeTakeFirst()
export type KeyOwner = NonNullable<Awaited<ReturnType<typeof findOwnerOfKey>>>

export const markUsed = (db: Db, id: string, now: Date) =>
  db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', id).execute()
