import { paymentsOf } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Refuses to change a price that the bank has agreed to pay. In the caller's transaction, under the lock of the time. */
export async function refusePaying(tx: Context, holdId: string): Promise<void> {
  const payments = await paymentsOf(tx.db, [holdId])
  if (payments.some(({ state }) => state === 'authorised' || state === 'capturing'))
    throw new Refusal('payment_under_way')
}
