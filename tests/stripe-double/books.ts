import { randomBytes } from 'node:crypto'

type Intent = {
  id: string
  object: 'payment_intent'
  client_secret: string
  amount: number
  amount_received: number
  currency: string
  status: string
  capture_method: string
  last_payment_error: { code: string; decline_code?: string } | null
  metadata: Record<string, string>
  payment_method: string | null
}
type Refund = {
  id: string
  object: 'refund'
  amount: number
  payment_intent: string
  status: string
  metadata: Record<string, string>
}
type Account = {
  id: string
  object: 'account'
  email: string | null
  payouts_enabled: boolean
  capabilities: { transfers: string }
  requirements: { disabled_reason: string | null }
  external_accounts: { data: { object: string; last4: string }[] }
}
type Transfer = {
  id: string
  object: 'transfer'
  amount: number
  currency: string
  destination: string
  transfer_group: string | null
}
type Event = { id: string; object: 'event'; type: string; created: number; data: { object: unknown } }

/** A no as Stripe says it. */
export class Declined extends Error {
  readonly status: number
  readonly type: string
  readonly code: string
  readonly declineCode: string | undefined
  constructor(status: number, type: string, code: string, message: string, declineCode?: string) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.declineCode = declineCode
  }
}

const invalid = (code: string, message: string) => new Declined(400, 'invalid_request_error', code, message)
const named = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`

/** What Stripe would know: intents, refunds, accounts, transfers, and the events of all of them in order. */
export class Books {
  readonly intents = new Map<string, Intent>()
  readonly refunds: Refund[] = []
  readonly accounts = new Map<string, Account>()
  readonly transfers: Transfer[] = []
  readonly events: Event[] = []
  /** The state that the next refund is made in. */
  refundStatus = 'succeeded'

  answer(method: string, path: string, params: URLSearchParams): unknown {
    const [, , kind = '', id = '', act = ''] = path.split('/')
    if (kind === 'payment_intents')
      return method === 'GET' ? this.intent(id) : id ? this.act(id, act, params) : this.open(params)
    if (kind === 'refunds')
      return method === 'GET'
        ? list(this.refunds.filter((r) => r.payment_intent === params.get('payment_intent')))
        : this.refund(params)
    if (kind === 'accounts') return method === 'GET' ? this.account(id) : this.openAccount(params)
    if (kind === 'account_links')
      return {
        object: 'account_link',
        url: `https://connect.stripe.example/setup/${this.account(params.get('account') ?? '').id}`,
      }
    if (kind === 'transfers')
      return method === 'GET'
        ? list(this.transfers.filter((t) => t.transfer_group === params.get('transfer_group')))
        : this.transfer(params)
    throw new Declined(
      404,
      'invalid_request_error',
      'resource_missing',
      `Unrecognized request URL (${method}: ${path}).`,
    )
  }

  private open(params: URLSearchParams): Intent {
    const id = named('pi')
    const intent: Intent = {
      id,
      object: 'payment_intent',
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      amount: Number(params.get('amount')),
      amount_received: 0,
      currency: params.get('currency') ?? '',
      status: 'requires_payment_method',
      capture_method: params.get('capture_method') ?? 'automatic',
      last_payment_error: null,
      metadata: group(params, 'metadata'),
      payment_method: null,
    }
    if (!(intent.amount > 0)) throw invalid('parameter_invalid_integer', 'Invalid positive integer')
    this.intents.set(id, intent)
    return { ...intent }
  }

  private intent(id: string): Intent {
    const found = this.intents.get(id)
    if (!found) throw new Declined(404, 'invalid_request_error', 'resource_missing', `No such payment_intent: '${id}'`)
    return found
  }

  private act(id: string, act: string, params: URLSearchParams): Intent {
    const intent = this.intent(id)
    if (act === 'confirm') this.confirm(intent, params.get('payment_method') ?? '')
    else if (act === 'capture') {
      if (intent.status !== 'requires_capture')
        throw invalid(
          'payment_intent_unexpected_state',
          `This PaymentIntent could not be captured because it has a status of ${intent.status}.`,
        )
      this.take(intent)
    } else if (act === 'cancel') {
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw invalid(
          'payment_intent_unexpected_state',
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
        )
      this.move(intent, 'canceled', 'payment_intent.canceled')
    }
    return { ...intent }
  }

  private confirm(intent: Intent, method: string): void {
    if (!['requires_payment_method', 'requires_action', 'requires_confirmation'].includes(intent.status))
      throw invalid(
        'payment_intent_unexpected_state',
        `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      )
    intent.payment_method = method
    if (method === 'pm_card_chargeDeclined') this.decline(intent, 'generic_decline')
    if (method === 'pm_card_chargeDeclinedInsufficientFunds') this.decline(intent, 'insufficient_funds')
    if (method === 'pm_card_threeDSecure2Required')
      this.move(intent, 'requires_action', 'payment_intent.requires_action')
    else this.authorise(intent)
  }

  private decline(intent: Intent, decline_code: string): never {
    intent.last_payment_error = { code: 'card_declined', decline_code }
    this.move(intent, 'requires_payment_method', 'payment_intent.payment_failed')
    throw new Declined(402, 'card_error', 'card_declined', 'Your card was declined.', decline_code)
  }

  private authorise(intent: Intent): void {
    intent.last_payment_error = null
    if (intent.capture_method === 'manual')
      this.move(intent, 'requires_capture', 'payment_intent.amount_capturable_updated')
    else this.take(intent)
  }

  /** What the bank's own page does when its question is answered. */
  authenticate(id: string, passed: boolean): void {
    const intent = this.intent(id)
    if (passed) this.authorise(intent)
    else {
      intent.last_payment_error = { code: 'payment_intent_authentication_failure' }
      this.move(intent, 'requires_payment_method', 'payment_intent.payment_failed')
    }
  }

  private take(intent: Intent): void {
    intent.amount_received = intent.amount
    this.move(intent, 'succeeded', 'payment_intent.succeeded')
  }

  private move(intent: Intent, status: string, type: string): void {
    intent.status = status
    this.happen(type, { ...intent })
  }

  happen(type: string, object: unknown): void {
    this.events.push({
      id: named('evt'),
      object: 'event',
      type,
      created: Math.floor(Date.now() / 1000),
      data: { object: structuredClone(object) },
    })
  }

  private refund(params: URLSearchParams): Refund {
    const intent = this.intent(params.get('payment_intent') ?? '')
    const amount = Number(params.get('amount') ?? intent.amount)
    const given = this.refunds
      .filter((r) => r.payment_intent === intent.id && r.status !== 'failed')
      .reduce((sum, r) => sum + r.amount, 0)
    if (intent.status !== 'succeeded' || amount + given > intent.amount)
      throw invalid(
        'charge_already_refunded',
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${intent.amount - given})`,
      )
    const made: Refund = {
      id: named('re'),
      object: 'refund',
      amount,
      payment_intent: intent.id,
      status: this.refundStatus,
      metadata: group(params, 'metadata'),
    }
    this.refunds.push(made)
    this.happen('refund.created', made)
    return { ...made }
  }

  /** A refund that was under way ends. */
  endRefund(id: string, status: 'succeeded' | 'failed'): void {
    const made = this.refunds.find((r) => r.id === id)
    if (!made) throw new Error(`no refund ${id}`)
    made.status = status
    this.happen(status === 'failed' ? 'refund.failed' : 'refund.updated', made)
  }

  private openAccount(params: URLSearchParams): Account {
    const made: Account = {
      id: named('acct'),
      object: 'account',
      email: params.get('email'),
      payouts_enabled: false,
      capabilities: { transfers: 'pending' },
      requirements: { disabled_reason: null },
      external_accounts: { data: [] },
    }
    this.accounts.set(made.id, made)
    return { ...made }
  }

  /** The holder has given their details. */
  completeAccount(id: string, last4: string): void {
    const account = this.account(id)
    Object.assign(account, {
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
      external_accounts: { data: [{ object: 'bank_account', last4 }] },
    })
    this.happen('account.updated', account)
  }

  private account(id: string): Account {
    const found = this.accounts.get(id)
    if (!found)
      throw new Declined(
        403,
        'invalid_request_error',
        'account_invalid',
        `The provided key does not have access to account '${id}'.`,
      )
    return found
  }

  private transfer(params: URLSearchParams): Transfer {
    const destination = this.accounts.get(params.get('destination') ?? '')
    if (!destination) throw invalid('resource_missing', `No such destination: '${params.get('destination')}'`)
    if (destination.capabilities.transfers !== 'active')
      throw invalid(
        'insufficient_capabilities_for_transfer',
        'Your destination account needs to have at least one of the following capabilities enabled: transfers',
      )
    const made: Transfer = {
      id: named('tr'),
      object: 'transfer',
      amount: Number(params.get('amount')),
      currency: params.get('currency') ?? '',
      destination: destination.id,
      transfer_group: params.get('transfer_group'),
    }
    this.transfers.push(made)
    return { ...made }
  }
}

const list = <T>(data: T[]) => ({ object: 'list', data, has_more: false })

function group(params: URLSearchParams, name: string): Record<string, string> {
  return Object.fromEntries(
    [...params].flatMap(([key, value]) =>
      key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value]] : [],
    ),
  )
}
