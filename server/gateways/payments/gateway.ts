import type { Minor } from '#contract/money.ts'
/** Why a bank said no. */
export type BankError = 'declined' | 'funds' | 'challenge' | 'other'

export type Intent = {
  id: string
  clientSecret: string | null
  status: 'open' | 'authorised' | 'captured' | 'cancelled'
  error: BankError | null
}

export type AccountState = { state: 'pending' | 'ready' | 'restricted'; label: string }

/** One signed event of a gateway, in our words. */
export type GatewayEvent = {
  id: string
  kind:
    | 'authorised'
    | 'declined'
    | 'captured'
    | 'cancelled'
    | 'refunded'
    | 'refund_failed'
    | 'account'
    | 'charge_back'
    | 'charge_back_won'
    | 'charge_back_lost'
    | 'other'
  /** Its name at the gateway. */
  type: string
  at: Date
  intentId: string | null
  /** Our own id of the payment, as we gave it along. */
  paymentId: string | null
  error: BankError | null
  refundId: string | null
  amountMinor: Minor | null
  accountId: string | null
  account: AccountState | null
}

type NewIntent = {
  key: string
  paymentId: string
  amountMinor: Minor
  currency: string
  description: string
  email: string
}

/** A payment service, or the embedded test bank: amounts in minor units, each act once for its key. */
export type PaymentsGateway = {
  createIntent: (intent: NewIntent) => Promise<Intent>
  retrieve: (id: string) => Promise<Intent>
  capture: (id: string, key: string) => Promise<Intent>
  cancel: (id: string, key: string) => Promise<Intent>
  /** From the second attempt on it is looked for first: the answer to the one before may have been lost. */
  refund: (refund: {
    intentId: string
    amountMinor: Minor
    key: string
    attempt: number
  }) => Promise<{ id: string; state: 'done' | 'waiting' | 'failed' }>
  createAccount: (account: { key: string; countryCode: string; email: string; name: string }) => Promise<{ id: string }>
  /** Where the holder gives their details; `back` and `again` are addresses of ours. */
  accountLink: (id: string, addresses: { back: string; again: string }) => Promise<string>
  accountState: (id: string) => Promise<AccountState>
  transfer: (transfer: {
    accountId: string
    amountMinor: Minor
    currency: string
    key: string
    attempt: number
  }) => Promise<{ id: string }>
}

/** The gateway has answered no, for good: trying the same again cannot help. Anything else that it throws may. */
export class GatewayRefused extends Error {}
