import Stripe from 'stripe'
import type { ChargeBackTold, GatewayEvent } from './gateway.ts'
import { toAccountState, toCardError, toId, refundState } from './stripe.ts'

export function parseStripeEvent(raw: string, signature: string, secrets: readonly string[]): GatewayEvent | null {
  for (const secret of secrets) {
    try {
      return parseEvent(Stripe.webhooks.constructEvent(raw, signature, secret))
    } catch (fault) {
      if (!(fault instanceof Stripe.errors.StripeSignatureVerificationError)) throw fault
    }
  }
  return null
}

export const parseStoredStripeEvent = (raw: string): GatewayEvent => parseEvent(JSON.parse(raw) as Stripe.Event)

const moves: Readonly<Record<string, GatewayEvent['kind']>> = {
  'payment_intent.amount_capturable_updated': 'authorised',
  'payment_intent.payment_failed': 'declined',
  'payment_intent.succeeded': 'captured',
  'payment_intent.canceled': 'cancelled',
}

const disputes: Readonly<Record<string, GatewayEvent['kind']>> = {
  'charge.dispute.created': 'charge_back_opened',
  'charge.dispute.funds_withdrawn': 'charge_back_taken',
  'charge.dispute.funds_reinstated': 'charge_back_given',
  'charge.dispute.updated': 'charge_back_told',
  'charge.dispute.closed': 'charge_back_told',
}

/** Events of the platform's account that this site handles, for its webhook endpoint. */
export const platformEvents: readonly string[] = [
  ...Object.keys(moves),
  'refund.created',
  'refund.updated',
  'refund.failed',
  'transfer.created',
  'transfer.reversed',
  ...Object.keys(disputes),
  'balance.available',
]
/** Events of connected accounts that this site handles, for an endpoint of their own. */
export const accountEvents: readonly string[] = [
  'account.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
  'balance.available',
]

function parseEvent(event: Stripe.Event): GatewayEvent {
  const about = { ...nothing(event), accountId: event.account ?? null }
  const { object } = event.data
  const [family] = event.type.split('.')
  const move = moves[event.type]
  if (move) return { ...about, kind: move, ...intentTold(object as Stripe.PaymentIntent) }
  if (family === 'refund') return { ...about, ...refundTold(object as Stripe.Refund) }
  const dispute = disputes[event.type]
  if (dispute) return { ...about, kind: dispute, ...disputeTold(object as Stripe.Dispute) }
  switch (event.type) {
    case 'account.updated':
      return { ...about, kind: 'account', accountId: event.data.object.id, account: toAccountState(event.data.object) }
    case 'transfer.created':
    case 'transfer.reversed': {
      const { id, reversals, metadata } = event.data.object
      return {
        ...about,
        kind: event.type === 'transfer.created' ? 'transferred' : 'reversed',
        ours: metadata['transfer'] ?? null,
        transfer: {
          id,
          reversals: reversals.data.map(({ id, amount, metadata }) => ({
            id,
            amountMinor: amount,
            ours: metadata?.['reversal'] ?? null,
          })),
        },
      }
    }
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled': {
      const { id, metadata, failure_message } = event.data.object
      return {
        ...about,
        kind: event.type === 'payout.paid' ? 'paid' : 'returned',
        ours: metadata?.['payout'] ?? null,
        payout: { id, reason: (failure_message ?? '').slice(0, 300) },
      }
    }
    case 'balance.available':
      return { ...about, kind: 'available' }
  }
  return about
}

const nothing = (event: Stripe.Event): GatewayEvent => ({
  id: event.id,
  kind: 'other',
  type: event.type,
  at: new Date(event.created * 1000),
  intentId: null,
  paymentId: null,
  error: null,
  refundId: null,
  ours: null,
  amountMinor: null,
  chargeId: null,
  accountId: null,
  account: null,
  transfer: null,
  payout: null,
  chargeBack: null,
})

const intentTold = (intent: Stripe.PaymentIntent): Partial<GatewayEvent> => ({
  intentId: intent.id,
  paymentId: intent.metadata['payment'] ?? null,
  chargeId: toId(intent.latest_charge),
  error: toCardError(intent.last_payment_error),
})

function refundTold({ id, status, amount, metadata, payment_intent: intent }: Stripe.Refund): Partial<GatewayEvent> {
  const state = refundState(status)
  return {
    kind: state === 'done' ? 'refunded' : state === 'failed' ? 'refund_failed' : 'other',
    refundId: id,
    ours: metadata?.['refund'] ?? null,
    amountMinor: amount,
    intentId: toId(intent),
  }
}

const disputeTold = (dispute: Stripe.Dispute): Partial<GatewayEvent> => ({
  intentId: toId(dispute.payment_intent),
  amountMinor: dispute.amount,
  chargeBack: chargeBackOf(dispute),
})

// Literal types of the SDK, without the `string` for future values.
type Literal<S> = S extends string ? (string extends S ? never : S) : never
type Status = Literal<Stripe.Dispute.Status>

// A status added by the SDK does not compile until mapped here.
const statuses: Readonly<Record<Status, Pick<ChargeBackTold, 'status' | 'appeal'>>> = {
  needs_response: { status: 'open' },
  warning_needs_response: { status: 'open' },
  appeal_needs_response: { status: 'open', appeal: true },
  under_review: { status: 'sent' },
  warning_under_review: { status: 'sent' },
  appeal_under_review: { status: 'sent', appeal: true },
  won: { status: 'won' },
  lost: { status: 'lost' },
  warning_closed: { status: 'closed' },
  prevented: { status: 'closed' },
}

const isKnown = (status: string): status is Status => Object.hasOwn(statuses, status)

const chargeBackOf = (dispute: Stripe.Dispute): ChargeBackTold => ({
  id: dispute.id,
  amountMinor: dispute.amount,
  currency: dispute.currency.toUpperCase(),
  feeMinor: dispute.balance_transactions.reduce((sum, { fee }) => sum + fee, 0),
  reason: dispute.reason,
  ...(isKnown(dispute.status) ? statuses[dispute.status] : { status: 'open', unknownStatus: dispute.status }),
  dueAt: dispute.evidence_details.due_by ? new Date(dispute.evidence_details.due_by * 1000) : null,
})
