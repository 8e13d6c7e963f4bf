import type { PaymentState } from './lifecycle-payment.ts'
import type { PaymentKind } from './payments.ts'

/** The way by which what was paid goes back: as it came. */
export type WayBack = 'card' | 'voucher' | 'both'

/** By which way what these payments took goes back; what was never taken goes nowhere. */
export function getRefundMethod(payments: readonly { kind: PaymentKind; state: PaymentState }[]): WayBack {
  const taken = payments.filter(({ state }) => state === 'captured' || state === 'capturing' || state === 'authorised')
  const credits = taken.filter(({ kind }) => kind === 'credit').length
  if (credits === 0) return 'card'
  return credits === taken.length ? 'voucher' : 'both'
}
