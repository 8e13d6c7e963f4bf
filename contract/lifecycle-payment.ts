/** Where a payment stands. `captured`, `voided` and `ended` have the gateway's last word. */
export const paymentStates = ['open', 'authorised', 'capturing', 'captured', 'voiding', 'voided', 'ended'] as const
export type PaymentState = (typeof paymentStates)[number]

/** What can happen to it: the gateway's signed word, or our own decision (`keep`, `let_go`). */
export const paymentEvents = ['authorised', 'declined', 'keep', 'let_go', 'captured', 'cancelled'] as const
export type PaymentEvent = (typeof paymentEvents)[number]

/** The whole drawing: from each state, what each event leads to; what is missing changes nothing. */
export const paymentLifecycle: Readonly<Record<PaymentState, Partial<Record<PaymentEvent, PaymentState>>>> = {
  open: { authorised: 'authorised', declined: 'open', cancelled: 'ended', let_go: 'ended' },
  authorised: { keep: 'capturing', let_go: 'voiding', cancelled: 'voided' },
  capturing: { captured: 'captured', cancelled: 'voided', let_go: 'voiding' },
  // Where the money was taken all the same, it is taken: what was let go comes back as a refund.
  voiding: { cancelled: 'voided', captured: 'captured' },
  captured: {},
  voided: {},
  ended: {},
}

/** States in which nothing more is to come from the gateway. */
export const finalPaymentStates: readonly PaymentState[] = ['captured', 'voided', 'ended']

/** The state after the event, or null where the event changes nothing: it came late, or twice. */
export const after = (state: PaymentState, event: PaymentEvent): PaymentState | null => paymentLifecycle[state][event] ?? null

/** Whether the event leads anywhere from the state. */
export const may = (state: PaymentState, event: PaymentEvent): boolean => after(state, event) !== null
