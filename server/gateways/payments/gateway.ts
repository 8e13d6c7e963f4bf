import type { Minor } from '#contract/money.ts'
/** Why a bank said no. */
export type BankError = 'declined' | 'funds' | 'challenge' | 'other'

export type Intent = {
  id: string
  clientSecret: string | null
  status: 'open' | 'authorised' | 'captured' | 'cancelled'
  error: BankError | null
  /** The charge that was made of it: what a transfer may come from. */
  chargeId: string | null
}

export type AccountState = { state: 'pending' | 'ready' | 'restricted'; label: string }

/** A bank that was asked for its customer's money back, as the service tells it. */
export type ChargeBackTold = {
  id: string
  amountMinor: Minor
  currency: string
  feeMinor: Minor
  reason: string
  status: 'open' | 'sent' | 'won' | 'lost' | 'closed'
  /** A decision is appealed: the dispute is open again. */
  appeal?: boolean
  /** A status of the service that this version does not know; `status` says nothing then. */
  unknownStatus?: string
  dueAt: Date | null
}

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
    | 'transferred'
    | 'reversed'
    | 'paid'
    | 'returned'
    | 'available'
    | 'charge_back_opened'
    | 'charge_back_taken'
    | 'charge_back_given'
    | 'charge_back_told'
    | 'other'
  /** Its name at the gateway. */
  type: string
  at: Date
  intentId: string | null
  /** Our own id of the payment, as we gave it along. */
  paymentId: string | null
  error: BankError | null
  refundId: string | null
  /** What we gave along with a refund, a transfer or a payout: its key. */
  ours: string | null
  amountMinor: Minor | null
  chargeId: string | null
  accountId: string | null
  account: AccountState | null
  /** A transfer that was made or reversed, and what was taken back of it, each with what we gave along. */
  transfer: { id: string; reversals: { id: string; amountMinor: Minor; ours: string | null }[] } | null
  /** A payout to an account's bank; why it came back. */
  payout: { id: string; reason: string } | null
  chargeBack: ChargeBackTold | null
}

type NewIntent = { key: string; paymentId: string; amountMinor: Minor; currency: string; description: string }

/** What keeps a call from being done twice: the key that it goes out under, and the name that it is found by. */
export type IdempotencyKey = { key: string; name: string }

export type RefundState = 'done' | 'waiting' | 'failed'
type RefundAsked = { intentId: string; amountMinor: Minor }
type TransferAsked = {
  accountId: string
  amountMinor: Minor
  currency: string
  /** The charge that it comes from; null for what the platform has. */
  chargeId: string | null
  group: string
}
type ReversalAsked = { transferId: string; amountMinor: Minor }
type PayoutAsked = { accountId: string; amountMinor: Minor; currency: string; since: Date }
type Found = { id: string }

/** What a charge and the transfers that come from it have in common. */
export const groupOf = (paymentId: string): string => `payment:${paymentId}`

/** One line of what the service says it has moved in the platform's own balance. */
export type BankLine = {
  id: string
  type: string
  category: string
  source: string | null
  currency: string
  amountMinor: Minor
  feeMinor: Minor
  netMinor: Minor
  description: string
  createdAt: Date
  availableAt: Date
}

/** What is sent to a bank for the platform's side, as plain text by kind. */
export type Evidence = {
  customerName?: string
  customerEmail?: string
  productDescription?: string
  serviceDate?: string
  cancellationPolicy?: string
  refundPolicy?: string
  text: string
}

/** A card that was saved, as its owner knows it again; `expires` is MM/YY. */
export type SetupTold = { cardId: string; brand: string; lastFour: string; expires: string }

/** A payment service, or the embedded test bank: amounts in minor units, each act once for its key. */
export type PaymentsGateway = {
  createIntent: (intent: NewIntent) => Promise<Intent>
  retrieve: (id: string) => Promise<Intent>
  capture: (id: string, key: string) => Promise<Intent>
  cancel: (id: string, key: string) => Promise<Intent>
  refund: (refund: RefundAsked & IdempotencyKey) => Promise<Found & { state: RefundState }>
  findRefund: (refund: RefundAsked & IdempotencyKey) => Promise<(Found & { state: RefundState }) | null>
  /** Somebody whose card is kept at the service. */
  createCustomer: (customer: { key: string; accountId: string; email: string; name: string }) => Promise<string>
  /** Begins to save a card for being taken from while its owner is not there. */
  createSetup: (setup: { key: string; customerId: string }) => Promise<{ id: string; clientSecret: string }>
  /** The card that came of it; null until there is one. */
  retrieveSetup: (id: string) => Promise<SetupTold | null>
  /** Pays an open intent with a saved card while its owner is not there; open again where the bank says no, or wants them to prove it. `back` is an address of ours. */
  payByCard: (id: string, saved: { customerId: string; cardId: string; back: string; key: string }) => Promise<Intent>
  removeCard: (cardId: string) => Promise<void>
  createAccount: (account: { key: string; countryCode: string; email: string; name: string }) => Promise<{ id: string }>
  /** Where the holder gives their details; `back` and `again` are addresses of ours. */
  accountLink: (id: string, addresses: { back: string; again: string }) => Promise<string>
  accountState: (id: string) => Promise<AccountState>
  /** From the platform to the account of an artist at the service. */
  transfer: (transfer: TransferAsked & IdempotencyKey) => Promise<Found>
  findTransfer: (transfer: TransferAsked & IdempotencyKey) => Promise<Found | null>
  /** Back from there to the platform. */
  reverse: (reversal: ReversalAsked & IdempotencyKey) => Promise<Found>
  findReversal: (reversal: ReversalAsked & IdempotencyKey) => Promise<Found | null>
  /** From the account of an artist at the service to their bank; `paid` where the bank has it at once. */
  payOut: (payout: PayoutAsked & IdempotencyKey) => Promise<Found & { paid: boolean; amountMinor: Minor }>
  findPayout: (payout: PayoutAsked & IdempotencyKey) => Promise<(Found & { paid: boolean; amountMinor: Minor }) | null>
  /** What the service has moved in the platform's balance between two instants, oldest first. */
  lines: (from: Date, until: Date) => Promise<BankLine[]>
  /** Sends the bank the platform's side, once and for all. */
  defend: (chargeBackId: string, evidence: Evidence, key: string) => Promise<void>
}

/** The gateway has answered no: nothing was done. Anything else that it throws leaves that open. */
export class GatewayRefused extends Error {
  readonly code: string
  /** Whether it was said from memory: what this key stands for will never be done. */
  readonly remembered: boolean
  constructor(message: string, { code = '', remembered = false } = {}) {
    super(message)
    this.code = code
    this.remembered = remembered
  }
  /** There is not enough money where it was to come from. */
  get short(): boolean {
    return this.code === 'balance_insufficient'
  }
}

/** The gateway has failed; whether anything was done is not known. */
export class GatewayFault extends Error {
  readonly remembered: boolean
  constructor(message: string, remembered: boolean) {
    super(message)
    this.remembered = remembered
  }
}
