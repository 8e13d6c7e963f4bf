import type { Db } from '#db/database.ts'
import { type After, pageRows, exactInstant, olderThan } from '#server/platform/pages-of.ts'

/** A page of what an account has paid, newest first, and one row more. */
export const paidBy = (db: Db, accountId: string, after: After | null) =>
  db
    .selectFrom('payment')
    .leftJoin('provider', 'provider.id', 'payment.provider_id')
    .select([
      'payment.id',
      'payment.number',
      'payment.kind',
      'payment.state',
      'payment.description',
      'payment.amount_minor',
      'payment.refunded_minor',
      'payment.currency',
      'payment.gateway',
      'provider.name as provider',
      exactInstant('payment.created_at').as('at'),
    ])
    .where('payment.account_id', '=', accountId)
    .where('payment.state', 'not in', ['open', 'ended'])
    .where(olderThan('payment.created_at', 'payment.id', after))
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(pageRows + 1)
    .execute()

export const nameOfAccount = async (db: Db, accountId: string): Promise<string> =>
  (await db.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst())?.name ?? ''
export const nameOfProvider = async (db: Db, providerId: string): Promise<string> =>
  (await db.selectFrom('provider').select('name').where('id', '=', providerId).executeTakeFirst())?.name ?? ''
