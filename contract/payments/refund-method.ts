import type { PaymentState } from './lifecycle-payment.ts'
import type { PaymentView } from './payments.ts'

export type WayBack = 'card' | 'voucher' | 'both' | 'partner' | 'partnerAndYou'

/** Returns the refund method of these payments. Payments that were not captured have none. */
export function getRefundMethod(
  payments: readonly { gateway: PaymentView['gateway']; state: PaymentState }[],
): WayBack {
  const taken = payments.filter(({ state }) => state === 'captured' || state === 'capturing' || state === 'authorised')
  const onAccount = taken.filter(({ gateway }) => gateway === 'account').length
  if (onAccount > 0) return onAccount === taken.length ? 'partner' : 'partnerAndYou'
  const credits = taken.filter(({ gateway }) => gateway === 'credit').length
  if (credits === 0) return 'card'
  return credits === taken.length ? 'voucher' : 'both'
}
