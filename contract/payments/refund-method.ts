import type { PaymentState } from './lifecycle-payment.ts'
import type { PaymentKind } from './payments.ts'

export type WayBack = 'card' | 'voucher' | 'both'

/** Returns the refund method of these payments. Payments that were not captured have none. */
export function getRefundMethod(payments: readonly { kind: PaymentKind; state: PaymentState }[]): WayBack {
  const taken = payments.filter(({ state }) => state === 'captured' || state === 'capturing' || state === 'authorised')
  const credits = taken.filter(({ kind }) => kind === 'credit').length
  if (credits === 0) return 'card'
  return credits === taken.length ? 'voucher' : 'both'
}
