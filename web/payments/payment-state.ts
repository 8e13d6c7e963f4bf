import type { PaymentState } from '#contract/payments/lifecycle-payment.ts'

/** The word for how a payment stands, refunds included. */
export function paymentState({ state, amount, refunded }: { state: PaymentState; amount: number; refunded: number }) {
  if (state !== 'captured' || refunded === 0) return `paid.state.${state}` as const
  return refunded < amount ? 'paid.state.part' : 'paid.state.whole'
}
