import type Stripe from 'stripe'
import { Balances, PLATFORM } from './balances.ts'
import { Connected, type Source } from './connected.ts'
import {
  amountIn,
  checkLength,
  checkMinimum,
  Declined,
  group,
  invalid,
  listed,
  metadataOf,
  missing,
  needed,
  wantsReturn,
} from './declined.ts'
import { filled, named } from './shapes.ts'
import { Wallets } from './wallets.ts'

type Intent = Omit<Stripe.PaymentIntent, 'last_payment_error' | 'latest_charge'> & {
  last_payment_error: { type: string; code: string; decline_code?: string } | null
  latest_charge: string | null
}
type Charge = Stripe.Charge & { payment_intent: string; balance_transaction: string | null; amount_captured: number }
type Refund = Stripe.Refund & { payment_intent: string; charge: string }
type Dispute = Stripe.Dispute & { payment_intent: string; charge: string }
type Event = Stripe.Event

const confirmable = ['requires_payment_method', 'requires_action', 'requires_confirmation']
const unexpected = (message: string) => invalid('payment_intent_unexpected_state', message)

const fileFields = new Set(['service_documentation', 'customer_communication', 'receipt', 'uncategorized_file'])
const longFields = new Set([
  'cancellation_policy_disclosure',
  'product_description',
  'refund_policy_disclosure',
  'uncategorized_text',
])

function checkEvidence(evidence: Readonly<Record<string, string>>): void {
  for (const [field, { length }] of Object.entries(evidence)) {
    const most = longFields.has(field) ? 20_000 : 5_000
    if (length > most)
      throw invalid(
        'parameter_invalid',
        `Invalid string for evidence[${field}]: it must be at most ${most} characters.`,
      )
  }
}

/** The state of the simulated Stripe: payments, refunds, disputes, connected accounts, balances, and the events of all of them in order. */
export class Books {
  now = (): number => Math.floor(Date.now() / 1000)
  readonly intents = new Map<string, Intent>()
  readonly charges = new Map<string, Charge>()
  readonly refunds: Refund[] = []
  readonly disputes: Dispute[] = []
  readonly events: Event[] = []
  readonly webhookEndpoints: Stripe.WebhookEndpoint[] = []
  readonly files: Stripe.File[] = []
  /** The most pages that a card network accepts as evidence. */
  pageLimit = 19
  readonly domains: { id: string; domain_name: string; enabled: boolean }[] = []
  /** Settings of the platform's own account. */
  readonly settings = {
    branding: { icon: 'file_icon', logo: null, primary_color: '#2a1530', secondary_color: null },
    card_payments: { statement_descriptor_prefix: 'PRIMP' as string | null },
    payments: { statement_descriptor: 'PRIMP BEAUTY' as string | null },
  }
  readonly balances = new Balances(() => this.now())
  readonly connected = new Connected(
    this.balances,
    (type, object, account) => this.happen(type, object, account),
    (id) => this.source(id),
    () => this.now(),
  )
  readonly wallets = new Wallets(
    () => this.now(),
    (type, object) => this.happen(type, object),
  )
  readonly accounts = this.connected.accounts
  readonly transfers = this.connected.transfers
  feeOf = (amount: number): number => Math.round(amount * 0.015) + 20
  disputeFee = 2_000
  refundStatus = 'succeeded'

  answer(method: string, path: string, params: URLSearchParams, owner = PLATFORM): unknown {
    const [, , kind = '', id = '', act = ''] = path.split('/')
    const reads = method === 'GET'
    switch (kind) {
      case 'payment_intents':
        return reads ? structuredClone(this.intent(id)) : id ? this.act(id, act, params) : this.open(params)
      case 'charges':
        return structuredClone(this.charge(id))
      case 'customers':
        return reads ? this.wallets.customer(id) : this.wallets.createCustomer(params)
      case 'setup_intents':
        if (reads) return this.wallets.setup(id, params)
        return act === 'confirm' ? this.wallets.confirmSetup(id, params) : this.wallets.createSetup(params)
      case 'payment_methods':
        if (act === 'attach') return this.wallets.attachTo(id, params)
        if (act === 'detach') return this.wallets.detach(id)
        break
      case 'refunds':
        if (reads && id) return structuredClone(this.refundById(id))
        return reads ? this.listRefunds(params) : this.refund(params)
      case 'accounts':
        if (reads && !id) return listed([...this.accounts.values()], params, '/v1/accounts')
        return reads ? structuredClone(this.connected.account(id)) : this.connected.openAccount(params)
      case 'account':
        return filled<Stripe.Account>('account', this.platform())
      case 'files':
        return structuredClone(this.file(id))
      case 'payment_method_domains':
        return listed(this.domains, params, '/v1/payment_method_domains')
      case 'account_links':
        return filled<Stripe.AccountLink>('account_link', {
          created: this.now(),
          expires_at: this.now() + 300,
          url: `https://connect.stripe.example/setup/${this.connected.account(needed(params, 'account')).id}`,
        })
      case 'transfers':
        if (act === 'reversals')
          return reads ? this.connected.listReversals(id, params) : this.connected.reverse(id, params)
        if (reads) return id ? structuredClone(this.connected.transfer(id)) : this.connected.listTransfers(params)
        return this.connected.send(params)
      case 'payouts':
        if (reads) return id ? this.connected.payout(owner, id) : this.connected.listPayouts(owner, params)
        return this.connected.payOut(owner, params)
      case 'disputes':
        if (reads && !id) return listed(this.disputes, params, '/v1/disputes')
        return reads ? structuredClone(this.dispute(id)) : this.defend(id, params)
      case 'balance':
        return this.balances.shown(owner)
      case 'balance_settings':
        return filled<Stripe.BalanceSettings>('balance_settings', {
          payments: { payouts: { schedule: { interval: 'manual' } } },
        })
      case 'balance_transactions':
        return this.listLines(owner, params)
      case 'webhook_endpoints':
        return listed(this.webhookEndpoints, params, '/v1/webhook_endpoints')
    }
    throw new Declined(404, 'invalid_request_error', undefined, `Unrecognized request URL (${method}: ${path}).`)
  }

  private platform = () => ({
    id: 'acct_platform',
    country: this.connected.country,
    capabilities: { card_payments: 'active', transfers: 'active' },
    business_profile: { name: 'Primp', mcc: '7299', url: 'https://primp.example' },
    settings: this.settings,
  })

  /** Keeps an uploaded file. Its pages count against the limit of a dispute. */
  upload(purpose: string, file: { name: string; size: number; type: string }): Stripe.File {
    if (purpose !== 'dispute_evidence') throw invalid('parameter_invalid', `Invalid purpose: ${purpose}`)
    if (file.size > 5_000_000) throw invalid(undefined, 'Files for dispute evidence may have at most 5 MB.')
    const made = filled<Stripe.File>('file', {
      id: named('file'),
      created: this.now(),
      filename: file.name,
      purpose,
      size: file.size,
      type: file.type.split('/')[1] ?? null,
    })
    this.files.push(made)
    return structuredClone(made)
  }

  private file(id: string): Stripe.File {
    const found = this.files.find((one) => one.id === id)
    if (!found) throw missing('file upload', id)
    return found
  }

  happen(type: string, object: unknown, account?: string): void {
    this.events.push(
      filled<Event>('event', {
        id: named('evt'),
        api_version: '2026-10-28.endive',
        type,
        created: this.now(),
        pending_webhooks: 1,
        data: { object: structuredClone(object) },
        request: { id: null, idempotency_key: null },
        ...(account ? { account } : {}),
      }),
    )
  }

  settle(): void {
    for (const { owner } of this.balances.settle())
      this.happen('balance.available', this.balances.shown(owner), owner === PLATFORM ? undefined : owner)
  }

  private open(params: URLSearchParams): Intent {
    const id = named('pi')
    checkMinimum(amountIn(params), needed(params, 'currency'))
    checkLength(params, 'description', 1_000)
    checkLength(params, 'statement_descriptor_suffix', 22)
    const seller = params.get('on_behalf_of')
    const customer = params.get('customer')
    if (seller && this.connected.account(seller).capabilities.card_payments !== 'active')
      throw invalid(
        'account_invalid',
        `Your destination account needs to have at least the following capabilities enabled: card_payments`,
      )
    const intent = filled<Intent>('payment_intent', {
      id,
      client_secret: `${id}_secret_${named('s').slice(2)}`,
      amount: amountIn(params),
      currency: needed(params, 'currency'),
      status: 'requires_payment_method',
      capture_method: params.get('capture_method') ?? 'automatic',
      confirmation_method: 'automatic',
      created: this.now(),
      last_payment_error: null,
      next_action: null,
      description: params.get('description'),
      customer: customer && this.wallets.customer(customer).id,
      setup_future_usage: params.get('setup_future_usage'),
      receipt_email: params.get('receipt_email'),
      transfer_group: params.get('transfer_group'),
      metadata: metadataOf(params),
      on_behalf_of: seller,
      statement_descriptor_suffix: params.get('statement_descriptor_suffix'),
      payment_method_options: { card: {} },
      payment_method_types: ['card'],
      // Default: payment methods of the dashboard, including redirects.
      automatic_payment_methods: {
        enabled: true,
        allow_redirects: params.get('automatic_payment_methods[allow_redirects]') ?? 'always',
      },
    })
    this.intents.set(id, intent)
    return structuredClone(intent)
  }

  private intent(id: string): Intent {
    const found = this.intents.get(id)
    if (!found) throw missing('payment_intent', id)
    return found
  }

  private charge(id: string): Charge {
    const found = this.charges.get(id)
    if (!found) throw missing('charge', id)
    return found
  }

  private source(id: string): Source {
    const charge = this.charge(id)
    if (!charge.captured) throw invalid(undefined, 'The source_transaction has not been captured.')
    return { ...charge, waits: this.balances.waits(charge.balance_transaction ?? '') }
  }

  private act(id: string, act: string, params: URLSearchParams): Intent {
    const intent = this.intent(id)
    if (act === 'confirm') this.confirm(intent, params)
    else if (!act) this.update(intent, params)
    else if (act === 'capture') {
      if (intent.status !== 'requires_capture')
        throw unexpected(`This PaymentIntent could not be captured because it has a status of ${intent.status}.`)
      this.take(intent)
    } else if (act === 'cancel') {
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw unexpected(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`)
      intent.amount_capturable = 0
      intent.canceled_at = this.now()
      this.move(intent, 'canceled', 'payment_intent.canceled')
    }
    return structuredClone(intent)
  }

  private update(intent: Intent, params: URLSearchParams): void {
    if (!confirmable.includes(intent.status))
      throw unexpected(
        `This PaymentIntent's customer could not be updated because it has a status of ${intent.status}.`,
      )
    const customer = params.get('customer')
    if (customer) intent.customer = this.wallets.customer(customer).id
  }

  private confirm(intent: Intent, params: URLSearchParams): void {
    if (!confirmable.includes(intent.status))
      throw unexpected(`You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`)
    wantsReturn(intent, params)
    const method = params.get('payment_method') ?? ''
    const nature = this.wallets.natureFor(method, typeof intent.customer === 'string' ? intent.customer : null)
    const saves = intent.setup_future_usage === 'off_session' && typeof intent.customer === 'string'
    intent.payment_method = saves ? this.wallets.saveFor(intent.customer as string, method) : method
    if (method === 'pm_card_chargeDeclined' || nature === 'declined') this.decline(intent, 'generic_decline')
    if (method === 'pm_card_chargeDeclinedInsufficientFunds') this.decline(intent, 'insufficient_funds')
    if (nature === 'proof' && params.get('off_session') === 'true') this.wantProof(intent)
    if (nature === 'proof' || method === 'pm_card_threeDSecure2Required')
      this.move(intent, 'requires_action', 'payment_intent.requires_action')
    else this.authorise(intent)
  }

  private decline(
    intent: Intent,
    decline_code: string,
    code = 'card_declined',
    message = 'Your card was declined.',
  ): never {
    intent.last_payment_error = { type: 'card_error', code, decline_code }
    // A declined payment is not retried automatically.
    intent.payment_method = null
    this.move(intent, 'requires_payment_method', 'payment_intent.payment_failed')
    throw new Declined(402, 'card_error', code, message, { declineCode: decline_code })
  }

  /** Authentication is required off-session: declined until the customer returns. */
  private wantProof(intent: Intent): never {
    return this.decline(
      intent,
      'authentication_required',
      'authentication_required',
      'Your card was declined. This transaction requires authentication.',
    )
  }

  private authorise(intent: Intent): void {
    intent.last_payment_error = null
    const charge = filled<Charge>('charge', {
      id: named('ch'),
      amount: intent.amount,
      currency: intent.currency,
      created: this.now(),
      paid: true,
      status: 'succeeded',
      payment_intent: intent.id,
      balance_transaction: null,
      billing_details: { address: {} },
      fraud_details: {},
      on_behalf_of: intent.on_behalf_of,
      outcome: { network_status: 'approved_by_network', risk_level: 'normal', type: 'authorized' },
      payment_method: intent.payment_method,
      payment_method_details: { card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 }, type: 'card' },
      statement_descriptor_suffix: intent.statement_descriptor_suffix,
      calculated_statement_descriptor: `${this.settings.card_payments.statement_descriptor_prefix ?? ''}* ${intent.statement_descriptor_suffix ?? ''}`,
      transfer_group: intent.transfer_group,
      metadata: intent.metadata,
    })
    this.charges.set(charge.id, charge)
    intent.latest_charge = charge.id
    intent.amount_capturable = intent.amount
    if (intent.capture_method === 'manual')
      this.move(intent, 'requires_capture', 'payment_intent.amount_capturable_updated')
    else this.take(intent)
  }

  authenticate(id: string, passed: boolean): void {
    const intent = this.intent(id)
    if (passed) this.authorise(intent)
    else {
      intent.last_payment_error = { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' }
      this.move(intent, 'requires_payment_method', 'payment_intent.payment_failed')
    }
  }

  private take(intent: Intent): void {
    intent.amount_received = intent.amount
    intent.amount_capturable = 0
    const charge = this.charge(intent.latest_charge ?? '')
    charge.captured = true
    charge.amount_captured = intent.amount
    charge.balance_transaction = this.balances.write(PLATFORM, {
      type: 'charge',
      amount: intent.amount,
      fee: this.feeOf(intent.amount),
      currency: intent.currency,
      source: charge.id,
      waits: true,
    }).id
    this.happen('charge.captured', charge)
    this.move(intent, 'succeeded', 'payment_intent.succeeded')
  }

  private move(intent: Intent, status: string, type: string): void {
    intent.status = status as Intent['status']
    this.happen(type, intent)
  }

  private refund(params: URLSearchParams): Refund {
    const intent = this.intent(needed(params, 'payment_intent'))
    const amount = amountIn(params, intent.amount)
    const charge = intent.latest_charge ? this.charge(intent.latest_charge) : undefined
    if (!charge?.captured) throw invalid('charge_not_captured', 'This PaymentIntent has no charge that was captured.')
    if (charge.disputed)
      throw invalid('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`)
    const left = charge.amount - charge.amount_refunded
    if (left === 0) throw invalid('charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
    if (amount > left)
      throw invalid(undefined, `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`)
    return structuredClone(this.giveBack(charge, amount, metadataOf(params)))
  }

  private giveBack(charge: Charge, amount: number, metadata: Record<string, string>): Refund {
    const id = named('re')
    const line = this.balances.write(PLATFORM, {
      type: 'refund',
      amount: -amount,
      currency: charge.currency,
      source: id,
    })
    const made = filled<Refund>('refund', {
      id,
      amount,
      currency: charge.currency,
      created: this.now(),
      charge: charge.id,
      payment_intent: charge.payment_intent,
      status: this.refundStatus,
      balance_transaction: line.id,
      metadata,
    })
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    this.refunds.push(made)
    this.happen('refund.created', made)
    this.happen('charge.refunded', charge)
    return made
  }

  refundInDashboard = (intentId: string, amount: number): Refund =>
    this.giveBack(this.charge(this.intent(intentId).latest_charge ?? ''), amount, {})

  private refundById(id: string): Refund {
    const found = this.refunds.find((r) => r.id === id)
    if (!found) throw missing('refund', id)
    return found
  }

  private listRefunds(params: URLSearchParams) {
    const of = params.get('payment_intent')
    return listed(
      this.refunds.filter((r) => !of || r.payment_intent === of),
      params,
      '/v1/refunds',
    )
  }

  endRefund(id: string, status: 'succeeded' | 'failed'): void {
    const made = this.refundById(id)
    made.status = status
    if (status === 'failed') {
      const charge = this.charge(made.charge)
      charge.amount_refunded -= made.amount
      charge.refunded = false
      this.balances.write(PLATFORM, {
        type: 'refund_failure',
        amount: made.amount,
        currency: made.currency,
        source: id,
      })
      made.failure_reason = 'expired_or_canceled_card'
    }
    this.happen(status === 'failed' ? 'refund.failed' : 'refund.updated', made)
  }

  openDispute(intentId: string, amount: number, reason = 'product_not_received'): Dispute {
    const charge = this.charge(this.intent(intentId).latest_charge ?? '')
    charge.disputed = true
    const id = named('dp')
    const made = filled<Dispute>('dispute', {
      id,
      amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: intentId,
      created: this.now(),
      reason,
      evidence: {},
      payment_method_details: { card: { brand: 'visa', case_type: 'chargeback' }, type: 'card' },
      status: 'needs_response',
      evidence_details: { due_by: this.now() + 7 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
      balance_transactions: [],
    })
    this.disputes.push(made)
    this.happen('charge.dispute.created', made)
    made.balance_transactions = [
      this.balances.write(PLATFORM, {
        type: 'adjustment',
        category: 'dispute',
        amount: -amount,
        fee: this.disputeFee,
        currency: charge.currency,
        source: id,
      }),
    ]
    this.happen('charge.dispute.funds_withdrawn', made)
    return structuredClone(made)
  }

  private dispute(id: string): Dispute {
    const found = this.disputes.find((d) => d.id === id)
    if (!found) throw missing('dispute', id)
    return found
  }

  private defend(id: string, params: URLSearchParams): Dispute {
    const dispute = this.dispute(id)
    if (!dispute.status.endsWith('needs_response'))
      throw invalid(undefined, 'This dispute is already closed or has been answered.')
    const evidence = group(params, 'evidence')
    checkEvidence(evidence)
    const files = Object.entries(evidence).flatMap(([field, value]) =>
      value && fileFields.has(field) ? [this.file(value)] : [],
    )
    // The pages that the bank would print: 3,000 characters or 15 KB of a PDF each.
    const text = Object.entries(evidence).reduce(
      (sum, [field, { length }]) => sum + (fileFields.has(field) ? 0 : length),
      0,
    )
    if (Math.ceil(text / 3_000) + files.reduce((sum, { size }) => sum + Math.ceil(size / 15_000), 0) > this.pageLimit)
      throw invalid(
        'dispute_evidence_page_limit_exceeded',
        'The evidence has more pages than the card network accepts.',
      )
    Object.assign(dispute.evidence, evidence)
    dispute.evidence_details.has_evidence = true
    if (params.get('submit') !== 'false') {
      dispute.evidence_details.submission_count += 1
      dispute.status = 'under_review'
    }
    this.happen('charge.dispute.updated', dispute)
    return structuredClone(dispute)
  }

  closeDispute(id: string, status: 'won' | 'lost'): void {
    const dispute = this.dispute(id)
    dispute.status = status
    if (status === 'won') {
      dispute.balance_transactions.push(
        this.balances.write(PLATFORM, {
          type: 'adjustment',
          category: 'dispute_reversal',
          amount: dispute.amount,
          currency: dispute.currency,
          source: id,
        }),
      )
      this.happen('charge.dispute.funds_reinstated', dispute)
    }
    this.happen('charge.dispute.closed', dispute)
  }

  private listLines(owner: string, params: URLSearchParams) {
    const [from, until] = [Number(params.get('created[gte]') ?? 0), Number(params.get('created[lt]') ?? Infinity)]
    const source = params.get('source')
    return listed(
      this.balances
        .linesOf(owner)
        .filter((line) => line.created >= from && line.created < until && (!source || line.source === source)),
      params,
      '/v1/balance_transactions',
    )
  }
}
