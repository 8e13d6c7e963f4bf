import { type Lifecycle, getNextState } from '#contract/lifecycle.ts'

/** States of a payment. `captured`, `voided` and `ended` are final and confirmed by the gateway. */
export const paymentStates = ['open', 'authorised', 'capturing', 'captured', 'voiding', 'voided', 'ended'] as const
export type PaymentState = (typeof paymentStates)[number]

/** Events of a payment: the gateway's response or webhook, or our decision (`keep`, `let_go`). */
export const paymentEvents = ['authorised', 'declined', 'keep', 'let_go', 'captured', 'cancelled'] as const
export type PaymentEvent = (typeof paymentEvents)[number]

/**
 * Transitions of a payment: authorised, then captured or voided by our decision. A payment that was captured in spite
 * of `let_go` is refunded.
 */
export const paymentLifecycle: Lifecycle<PaymentState, PaymentEvent> = {
  open: {
    authorised: { to: 'authorised', by: ['bank'] },
    declined: { to: 'open', by: ['bank'] },
    cancelled: { to: 'ended', by: ['bank'] },
    let_go: { to: 'voiding', by: ['clock'] },
  },
  authorised: {
    keep: { to: 'capturing', by: ['clock'] },
    let_go: { to: 'voiding', by: ['clock'] },
    cancelled: { to: 'voided', by: ['bank'] },
  },
  capturing: {
    captured: { to: 'captured', by: ['bank'] },
    cancelled: { to: 'voided', by: ['bank'] },
    let_go: { to: 'voiding', by: ['clock'] },
  },
  voiding: { cancelled: { to: 'voided', by: ['bank'] }, captured: { to: 'captured', by: ['bank'] } },
  captured: {},
  voided: {},
  ended: {},
}

export const getNextPaymentState = (state: PaymentState, event: PaymentEvent): PaymentState | null =>
  getNextState(paymentLifecycle, state, event, event === 'keep' || event === 'let_go' ? 'clock' : 'bank')
