import type { Minor } from '#contract/money.ts'
export type BankError = 'declined' | 'funds' | 'challenge' | 'other'

export type Intent = {
  id: string
  clientSecret: string | null
  status: 'open' | 'authorised' | 'captured' | 'cancelled'
  error: BankError | null
  chargeId: string | null
}

export type AccountState = {
  state: 'pending' | 'ready' | 'restricted'
  label: string
  /** Whether payments may be made on behalf of the holder. */
  cardPayments: boolean
}

export type ChargeBackTold = {
  id: string
  amountMinor: Minor
  currency: string
  feeMinor: Minor
  reason: string
  status: 'open' | 'sent' | 'won' | 'lost' | 'closed'
  appeal?: boolean
  /** A status unknown to this version; then `status` is meaningless. */
  unknownStatus?: string
  dueAt: Date | null
}

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
  type: string
  at: Date
  intentId: string | null
  paymentId: string | null
  error: BankError | null
  refundId: string | null
  ours: string | null
  amountMinor: Minor | null
  chargeId: string | null
  accountId: string | null
  account: AccountState | null
  transfer: { id: string; reversals: { id: string; amountMinor: Minor; ours: string | null }[] } | null
  payout: { id: string; reason: string } | null
  chargeBack: ChargeBackTold | null
}

/** The artist of a payment: their name on the card statement, and their account if card payments are active for it. */
export type Seller = { name: string; accountId: string | null }
type NewIntent = {
  key: string
  paymentId: string
  amountMinor: Minor
  currency: string
  description: string
  /** Null for a payment to the platform, such as a gift voucher. */
  seller: Seller | null
  /** The customer for whom the card is saved for a later charge, or null. */
  customerId: string | null
}
type NewAccount = {
  key: string
  countryCode: string
  email: string
  name: string
  /** The public page of the artist. */
  url: string
}

/** Idempotency key of a request, and the name by which its result can be found. */
export type IdempotencyKey = { key: string; name: string }

export type RefundState = 'done' | 'waiting' | 'failed'
type RefundAsked = { intentId: string; amountMinor: Minor }
type TransferAsked = {
  accountId: string
  amountMinor: Minor
  currency: string
  chargeId: string | null
  group: string
}
type ReversalAsked = { transferId: string; amountMinor: Minor }
type PayoutAsked = { accountId: string; amountMinor: Minor; currency: string; since: Date }
type Found = { id: string }

export const groupOf = (paymentId: string): string => `payment:${paymentId}`

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

/** Text fields of dispute evidence, within `evidenceLimits`. Empty ones are not sent. */
export type Evidence = {
  customerName: string
  customerEmail: string
  productDescription: string
  serviceDate: string
  cancellationPolicy: string
  refundPolicy: string
  text: string
}

/** A saved card for display; `expires` is MM/YY. */
export type SetupTold = { cardId: string; brand: string; lastFour: string; expires: string }

/** A payment gateway or the embedded test bank. Amounts are in minor units. Every operation is idempotent by key. */
export type PaymentsGateway = {
  createIntent: (intent: NewIntent) => Promise<Intent>
  retrieve: (id: string) => Promise<Intent>
  capture: (id: string, key: string) => Promise<Intent>
  cancel: (id: string, key: string) => Promise<Intent>
  refund: (refund: RefundAsked & IdempotencyKey) => Promise<Found & { state: RefundState }>
  findRefund: (refund: RefundAsked & IdempotencyKey) => Promise<(Found & { state: RefundState }) | null>
  createCustomer: (customer: { key: string; accountId: string | null; email: string; name: string }) => Promise<string>
  createSetup: (setup: { key: string; customerId: string }) => Promise<{ id: string; clientSecret: string }>
  retrieveSetup: (id: string) => Promise<SetupTold | null>
  /**
   * Pays an intent off session with a saved card. The intent stays open if the card is declined or needs
   * authentication. `back` is our return URL.
   */
  payByCard: (id: string, saved: { customerId: string; cardId: string; back: string; key: string }) => Promise<Intent>
  /** Returns the card that paid an intent and was saved for its customer, or null. */
  retrieveCardOf: (intentId: string) => Promise<{ customerId: string; cardId: string } | null>
  removeCard: (cardId: string) => Promise<void>
  createAccount: (account: NewAccount) => Promise<{ id: string }>
  /** Returns the onboarding URL; `back` and `again` are our return and refresh URLs. */
  accountLink: (id: string, addresses: { back: string; again: string }) => Promise<string>
  accountState: (id: string) => Promise<AccountState>
  transfer: (transfer: TransferAsked & IdempotencyKey) => Promise<Found>
  findTransfer: (transfer: TransferAsked & IdempotencyKey) => Promise<Found | null>
  reverse: (reversal: ReversalAsked & IdempotencyKey) => Promise<Found>
  findReversal: (reversal: ReversalAsked & IdempotencyKey) => Promise<Found | null>
  payOut: (payout: PayoutAsked & IdempotencyKey) => Promise<Found & { paid: boolean; amountMinor: Minor }>
  findPayout: (payout: PayoutAsked & IdempotencyKey) => Promise<(Found & { paid: boolean; amountMinor: Minor }) | null>
  lines: (from: Date, until: Date) => Promise<BankLine[]>
  /** Uploads the PDF of a record for a dispute. Returns the id of the file. */
  uploadRecord: (pdf: Uint8Array) => Promise<string>
  /** Submits dispute evidence with an uploaded record, if any. Throws `GatewayRefused` if the evidence is rejected. */
  submitEvidence: (chargeBackId: string, evidence: Evidence, recordFile: string | null, key: string) => Promise<void>
}

/** The gateway rejected the request and did nothing. After any other error the outcome is unknown. */
export class GatewayRefused extends Error {
  readonly code: string
  /** True if the rejection was replayed by key: the operation will never be done. */
  readonly remembered: boolean
  constructor(message: string, { code = '', remembered = false } = {}) {
    super(message)
    this.code = code
    this.remembered = remembered
  }
  get short(): boolean {
    return this.code === 'balance_insufficient'
  }
}

export class GatewayFault extends Error {
  readonly remembered: boolean
  constructor(message: string, remembered: boolean) {
    super(message)
    this.remembered = remembered
  }
}
