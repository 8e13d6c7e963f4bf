import Stripe from 'stripe'
import {
  type BankLine,
  type BankError,
  type Evidence,
  GatewayFault,
  GatewayRefused,
  groupOf,
  type Intent,
  type PaymentsGateway,
  type RefundState,
  type Seller,
} from './gateway.ts'

export type StripeKeys = { key: string; publishableKey: string; webhookSecret: string; connectWebhookSecret: string }

// Timeout: two attempts fit the ten seconds of a request; a job retries with the same key.
const WAIT_MS = 4_500
const clients = new Map<string, Stripe>()

export function getStripeClient(key: string, api: string): Stripe {
  const known = clients.get(`${key} ${api}`)
  if (known) return known
  const { hostname, port, protocol } = new URL(api)
  const https = protocol === 'https:'
  const client = new Stripe(key, {
    host: hostname,
    port: port || (https ? 443 : 80),
    protocol: https ? 'https' : 'http',
    maxNetworkRetries: 1,
    timeout: WAIT_MS,
    telemetry: false,
  })
  clients.set(`${key} ${api}`, client)
  return client
}

const toRequestOptions = (key: string) => ({ idempotencyKey: `primp:${key}` })

/** An object of Stripe is its id unless it was expanded. */
const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

/** Uses manually captured PaymentIntents, separate charges and transfers, and manual payouts of connected accounts. */
export function openStripe({ key }: Pick<StripeKeys, 'key'>, api: string): PaymentsGateway {
  const stripe = getStripeClient(key, api)
  return {
    createIntent: ({ key, paymentId, amountMinor, currency, description, seller, customerId }) =>
      callStripe(async () =>
        toIntent(
          await stripe.paymentIntents.create(
            {
              amount: amountMinor,
              currency: currency.toLowerCase(),
              capture_method: 'manual',
              automatic_payment_methods: { enabled: true },
              description,
              ...sellerParams(seller),
              ...(customerId ? { customer: customerId, setup_future_usage: 'off_session' as const } : {}),
              transfer_group: groupOf(paymentId),
              metadata: { payment: paymentId },
            },
            toRequestOptions(key),
          ),
        ),
      ),
    retrieve: (id) => callStripe(async () => toIntent(await stripe.paymentIntents.retrieve(id))),
    capture: (id, key) =>
      callStripe(async () => toIntent(await stripe.paymentIntents.capture(id, {}, toRequestOptions(key)))),
    cancel: (id, key) =>
      callStripe(async () => toIntent(await stripe.paymentIntents.cancel(id, {}, toRequestOptions(key)))),
    refund: ({ intentId, amountMinor, key, name }) =>
      callStripe(async () =>
        refundOf(
          await stripe.refunds.create(
            { payment_intent: intentId, amount: amountMinor, metadata: { refund: name } },
            toRequestOptions(key),
          ),
        ),
      ),
    findRefund: ({ intentId, name }) =>
      callStripe(async () => {
        const found = await first(
          stripe.refunds.list({ payment_intent: intentId, limit: 100 }),
          ({ metadata, status }) => metadata?.['refund'] === name && refundState(status) !== 'failed',
        )
        return found && refundOf(found)
      }),
    createCustomer: ({ key, accountId, email, name }) =>
      callStripe(
        async () =>
          (
            await stripe.customers.create(
              { email, name, ...(accountId ? { metadata: { account: accountId } } : {}) },
              toRequestOptions(key),
            )
          ).id,
      ),
    createSetup: ({ key, customerId }) =>
      callStripe(async () => {
        const { id, client_secret } = await stripe.setupIntents.create(
          {
            customer: customerId,
            usage: 'off_session',
            // Only cards support authorisation with manual capture.
            allowed_payment_method_types: ['card'],
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          },
          toRequestOptions(key),
        )
        return { id, clientSecret: client_secret ?? '' }
      }),
    retrieveSetup: (id) =>
      callStripe(async () => {
        const setup = await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] })
        const method = setup.payment_method
        return setup.status === 'succeeded' && method && typeof method !== 'string' ? cardOf(method) : null
      }),
    payByCard: (id, { customerId, cardId, back, key }) =>
      callStripe(async () => {
        // An intent created before the saved card was chosen has no customer yet.
        await stripe.paymentIntents.update(id, { customer: customerId }, toRequestOptions(`${key}:customer`))
        try {
          // Confirmation requires a return URL, though cards never redirect.
          const params = { payment_method: cardId, off_session: true, return_url: back }
          return toIntent(await stripe.paymentIntents.confirm(id, params, toRequestOptions(key)))
        } catch (fault) {
          if (!(fault instanceof Stripe.errors.StripeCardError)) throw fault
          const intent = toIntent(await stripe.paymentIntents.retrieve(id))
          return { ...intent, error: toCardError(fault) ?? intent.error }
        }
      }),
    retrieveCardOf: (id) =>
      callStripe(async () => {
        const { customer, payment_method, setup_future_usage } = await stripe.paymentIntents.retrieve(id)
        const [customerId, cardId] = [idOf(customer), idOf(payment_method)]
        return setup_future_usage && customerId && cardId ? { customerId, cardId } : null
      }),
    removeCard: (id) => callStripe(async () => void (await stripe.paymentMethods.detach(id))),
    createAccount: ({ key, countryCode, email, name, url }) =>
      callStripe(async () => {
        const { id } = await stripe.accounts.create(
          {
            type: 'express',
            country: countryCode,
            email,
            business_profile: { name, mcc: BEAUTY_MCC, url, product_description: PRODUCT },
            // Transfers alone need the approval of the payment service for the whole platform.
            capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
            settings: {
              payments: { statement_descriptor: toStatementText(name, 22) ?? 'Primp artist' },
              payouts: { schedule: { interval: 'manual' } },
            },
          },
          toRequestOptions(key),
        )
        return { id }
      }),
    accountLink: (account, { back, again }) =>
      callStripe(
        async () =>
          (
            await stripe.accountLinks.create({
              account,
              return_url: back,
              refresh_url: again,
              type: 'account_onboarding',
            })
          ).url,
      ),
    accountState: (id) => callStripe(async () => toAccountState(await stripe.accounts.retrieve(id))),
    transfer: ({ accountId, amountMinor, currency, chargeId, group, key, name }) =>
      callStripe(async () => {
        const { id } = await stripe.transfers.create(
          {
            destination: accountId,
            amount: amountMinor,
            currency: currency.toLowerCase(),
            ...(chargeId ? { source_transaction: chargeId } : {}),
            transfer_group: group,
            metadata: { transfer: name },
          },
          toRequestOptions(key),
        )
        return { id }
      }),
    findTransfer: ({ accountId, group, name }) =>
      callStripe(() =>
        firstId(
          stripe.transfers.list({ destination: accountId, transfer_group: group, limit: 100 }),
          ({ metadata }) => metadata['transfer'] === name,
        ),
      ),
    reverse: ({ transferId, amountMinor, key, name }) =>
      callStripe(async () => {
        const params = { amount: amountMinor, metadata: { reversal: name } }
        const { id } = await stripe.transfers.createReversal(transferId, params, toRequestOptions(key))
        return { id }
      }),
    findReversal: ({ transferId, name }) =>
      callStripe(() =>
        firstId(
          stripe.transfers.listReversals(transferId, { limit: 100 }),
          ({ metadata }) => metadata?.['reversal'] === name,
        ),
      ),
    payOut: ({ accountId, amountMinor, currency, key, name }) =>
      callStripe(async () =>
        payoutOf(
          await stripe.payouts.create(
            { amount: amountMinor, currency: currency.toLowerCase(), metadata: { payout: name } },
            { ...toRequestOptions(key), stripeAccount: accountId },
          ),
        ),
      ),
    findPayout: ({ accountId, since, name }) =>
      callStripe(async () => {
        const found = await first(
          stripe.payouts.list({ created: { gte: seconds(since) - 3_600 }, limit: 100 }, { stripeAccount: accountId }),
          ({ metadata, status }) => metadata?.['payout'] === name && status !== 'failed' && status !== 'canceled',
        )
        return found && payoutOf(found)
      }),
    lines: (from, until) =>
      callStripe(async () => {
        const lines: BankLine[] = []
        const created = { gte: seconds(from), lt: seconds(until) }
        for await (const line of stripe.balanceTransactions.list({ created, limit: 100 })) lines.push(lineOf(line))
        return lines.toReversed()
      }),
    uploadRecord: (pdf) =>
      callStripe(async () => {
        const file = { data: pdf, name: 'record.pdf', type: 'application/pdf' }
        return (await stripe.files.create({ purpose: 'dispute_evidence', file })).id
      }),
    submitEvidence: (id, evidence, recordFile, key) =>
      callStripe(async () => {
        const file = recordFile ? { service_documentation: recordFile } : {}
        const params = { evidence: { ...toEvidence(evidence), ...file }, submit: true }
        await stripe.disputes.update(id, params, toRequestOptions(key))
      }),
  }
}

async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (fault) {
    if (!(fault instanceof Stripe.errors.StripeError)) throw fault
    const remembered = fault.headers?.['idempotent-replayed'] === 'true'
    if (fault instanceof Stripe.errors.StripeCardError || fault instanceof Stripe.errors.StripeInvalidRequestError)
      throw new GatewayRefused(fault.message.slice(0, 300), { code: fault.code ?? '', remembered })
    if ((fault.statusCode ?? 0) >= 500) throw new GatewayFault(fault.message.slice(0, 300), remembered)
    throw fault
  }
}

async function first<T extends { id: string }>(list: AsyncIterable<T>, is: (one: T) => boolean): Promise<T | null> {
  for await (const one of list) if (is(one)) return one
  return null
}

async function firstId<T extends { id: string }>(list: AsyncIterable<T>, is: (one: T) => boolean) {
  const found = await first(list, is)
  return found && { id: found.id }
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

const statuses: Readonly<Record<string, Intent['status']>> = {
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'cancelled',
}

export const toIntent = (intent: Stripe.PaymentIntent): Intent => ({
  id: intent.id,
  clientSecret: intent.client_secret,
  status: statuses[intent.status] ?? 'open',
  error: toCardError(intent.last_payment_error),
  chargeId: toId(intent.latest_charge),
})

const cardOf = ({ id, card }: Stripe.PaymentMethod) => ({
  cardId: id,
  brand: card?.brand ?? '',
  lastFour: card?.last4 ?? '',
  expires: card ? `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year % 100).padStart(2, '0')}` : '',
})

export function toCardError(
  error: { code?: string | null | undefined; decline_code?: string | null | undefined } | null | undefined,
): BankError | null {
  if (!error) return null
  if (error.decline_code === 'insufficient_funds' || error.code === 'insufficient_funds') return 'funds'
  if (error.code === 'payment_intent_authentication_failure' || error.code === 'authentication_required')
    return 'challenge'
  return error.code === 'card_declined' ? 'declined' : 'other'
}

export const refundState = (status: string | null): RefundState =>
  status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'waiting'
const refundOf = ({ id, status }: Stripe.Refund) => ({ id, state: refundState(status) })
const payoutOf = ({ id, status, amount }: Stripe.Payout) => ({ id, paid: status === 'paid', amountMinor: amount })

/** Merchant category of beauty and barber shops (ISO 18245). */
export const BEAUTY_MCC = '7230'
const PRODUCT = 'Makeup, hair, styling and nail services for events, booked and paid online in advance.'
/** A statement has 22 characters: the platform's prefix of at most 8, an asterisk, a space and the artist's name. */
const MAX_SUFFIX = 12

const sellerParams = (seller: Seller | null) => {
  const suffix = seller && toStatementText(seller.name, MAX_SUFFIX)
  return {
    ...(suffix ? { statement_descriptor_suffix: suffix } : {}),
    ...(seller?.accountId ? { on_behalf_of: seller.accountId } : {}),
  }
}

/** Returns a name as card statements accept it: Latin letters without `<>\'"*`, at most `most`; null without a letter. */
export function toStatementText(name: string, most: number): string | null {
  const text = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 .,&+-]/g, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, most)
    .trim()
  return /[A-Za-z]/.test(text) ? text : null
}

// Missing details before onboarding are not an error.
export const toAccountState = (account: Stripe.Account) => ({
  cardPayments: account.capabilities?.card_payments === 'active',
  state:
    account.capabilities?.transfers === 'active' && account.payouts_enabled
      ? ('ready' as const)
      : account.details_submitted && account.requirements?.disabled_reason && !isLooking(account)
        ? ('restricted' as const)
        : ('pending' as const),
  label: lastFour(account),
})

const isLooking = ({ requirements }: Stripe.Account): boolean =>
  requirements?.disabled_reason === 'requirements.pending_verification' ||
  requirements?.disabled_reason === 'under_review'

const lastFour = ({ external_accounts }: Stripe.Account): string => {
  const first = external_accounts?.data[0]
  return first && 'last4' in first && first.last4 ? `•••• ${first.last4}` : ''
}

const lineOf = (line: Stripe.BalanceTransaction): BankLine => ({
  id: line.id,
  type: line.type,
  category: line.reporting_category,
  source: toId(line.source),
  currency: line.currency.toUpperCase(),
  amountMinor: line.amount,
  feeMinor: line.fee,
  netMinor: line.net,
  description: (line.description ?? '').slice(0, 300),
  createdAt: new Date(line.created * 1000),
  availableAt: new Date(line.available_on * 1000),
})

const toEvidence = (evidence: Evidence): Stripe.DisputeUpdateParams.Evidence => ({
  ...(evidence.customerName ? { customer_name: evidence.customerName } : {}),
  ...(evidence.customerEmail ? { customer_email_address: evidence.customerEmail } : {}),
  ...(evidence.productDescription ? { product_description: evidence.productDescription } : {}),
  ...(evidence.serviceDate ? { service_date: evidence.serviceDate } : {}),
  ...(evidence.cancellationPolicy ? { cancellation_policy_disclosure: evidence.cancellationPolicy } : {}),
  ...(evidence.refundPolicy ? { refund_policy_disclosure: evidence.refundPolicy } : {}),
  uncategorized_text: evidence.text,
})

export const toId = (of: string | { id: string } | null | undefined): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null)
