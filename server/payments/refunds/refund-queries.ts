import type { Db } from '#db/database.ts'
import type { RefundRow } from '#server/payments/queries.ts'

const named = /^refund:([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

/** A refund of a payment by the name that we gave along with it. */
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
