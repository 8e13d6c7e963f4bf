import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { RefundRow } from './payments.queries.ts'

const named = /^refund:([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

export async function refundById(db: Db, paymentId: string, name: string | null): Promise<RefundRow | undefined> {
  const id = name?.match(named)?.[1]
  return id
    ? (db
        .selectFrom('refund')
        .selectAll()
        .where('id', '=', id)
        .where('payment_id', '=', paymentId)
        .executeTakeFirst() as Promise<RefundRow | undefined>)
    : undefined
}

/** Sums the refunds that an operator made without a second operator, in minor units. */
export async function sumReleasedAlone(db: Db, operatorId: string, currency: string, since: Date): Promise<Minor> {
  const row = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(({ fn }) => fn.sum<string | null>('refund.amount_minor').as('minor'))
    .where('refund.released_by', '=', operatorId)
    .where('refund.created_at', '>', since)
    .where('payment.currency', '=', currency)
    .executeTakeFirst()
  return Number(row?.minor ?? 0)
}

const hasChargeBack = async (db: Db, paymentId: string, states: readonly string[]): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('charge_back')
      .select('id')
      .where('payment_id', '=', paymentId)
      .where('state', 'in', states)
      .executeTakeFirst(),
  )

export const hasOpenChargeBack = (db: Db, paymentId: string): Promise<boolean> =>
  hasChargeBack(db, paymentId, ['open', 'sent', 'lost'])

export const hasUndecidedChargeBack = (db: Db, paymentId: string): Promise<boolean> =>
  hasChargeBack(db, paymentId, ['open', 'sent'])
