import { type Lifecycle, getNextState } from '#contract/lifecycle.ts'

/** Where a payment stands. `captured`, `voided` and `ended` have the gateway's last word. */
export const paymentStates = ['open', 'authorised', 'capturing', 'captured', 'voiding', 'voided', 'ended'] as const
export type PaymentState = (typeof paymentStates)[number]

/** What can happen to it: the bank's word, or our own decision (`keep`, `let_go`). */
export const paymentEvents = ['authorised', 'declined', 'keep', 'let_go', 'captured', 'cancelled'] as const
export type PaymentEvent = (typeof paymentEvents)[number]

/** Authorised first, then decided on, then taken or let go. What is let go but taken all the same comes back as a refund. */
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

/** The state after the event, or null where the event changes nothing: it came late, or twice. */
export const getNextPaymentState = (state: PaymentState, event: PaymentEvent): PaymentState | null =>
  getNextState(paymentLifecycle, state, event, event === 'keep' || event === 'let_go' ? 'clock' : 'bank')
