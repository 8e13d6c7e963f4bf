import type { Db } from '#db/database.ts'
import { selectExactInstant, fetchPage, type PageRequest } from '#server/platform/pagination.ts'

export const fetchPaymentsOfAccount = (db: Db, accountId: string, page: PageRequest) =>
  fetchPage(
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
        selectExactInstant('payment.created_at').as('at'),
      ])
      .where('payment.account_id', '=', accountId)
      .where('payment.state', 'not in', ['open', 'ended']),
    page,
    { at: 'payment.created_at', id: 'payment.id' },
  )

export const getAccountName = async (db: Db, accountId: string): Promise<string> =>
  (await db.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst())?.name ?? ''
export const getProviderName = async (db: Db, providerId: string): Promise<string> =>
  (await db.selectFrom('provider').select('name').where('id', '=', providerId).executeTakeFirst())?.name ?? ''
