import type { Selectable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type ProviderRow = Selectable<DB['provider']>

/** The provider of an account, held against other changes until the transaction ends. */
export const lockProvider = (db: Db, accountId: string) =>
  db.selectFrom('provider').selectAll().where('account_id', '=', accountId).forUpdate().executeTakeFirst()

export const providerById = (db: Db, id: string) =>
  db.selectFrom('provider').selectAll().where('id', '=', id).executeTakeFirst()
