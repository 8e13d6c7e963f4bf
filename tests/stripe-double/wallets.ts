import type Stripe from 'stripe'
import { group, invalid, missing, needed, wantsReturn } from './declined.ts'
import { filled, named } from './shapes.ts'

type Customer = Stripe.Customer
type Setup = Omit<Stripe.SetupIntent, 'payment_method' | 'customer'> & {
  payment_method: string | null
  customer: string | null
}
/** A card succeeds, is declined once saved, or needs authentication every time. */
export type Nature = 'success' | 'declined' | 'proof'
type Method = Omit<Stripe.PaymentMethod, 'customer'> & { customer: string | null }

// Stripe's test cards for saving, by payment method name.
const testMethods: Readonly<Record<string, { nature: Nature; last4: string }>> = {
  pm_card_visa: { nature: 'success', last4: '4242' },
  pm_card_chargeCustomerFail: { nature: 'declined', last4: '0341' },
  pm_card_authenticationRequired: { nature: 'proof', last4: '3184' },
}

/** Customers, their saved cards and set-ups. */
export class Wallets {
  readonly customers = new Map<string, Customer>()
  readonly methods = new Map<string, Method>()
  private readonly setups = new Map<string, Setup>()
  private readonly natures = new Map<string, Nature>()
  private readonly now: () => number
  private readonly happen: (type: string, object: unknown) => void

  constructor(now: () => number, happen: (type: string, object: unknown) => void) {
    this.now = now
    this.happen = happen
  }

  createCustomer(params: URLSearchParams): Customer {
    const made = filled<Customer>('customer', {
      id: named('cus'),
      created: this.now(),
      email: params.get('email'),
      name: params.get('name'),
      metadata: group(params, 'metadata'),
    })
    this.customers.set(made.id, made)
    return structuredClone(made)
  }

  customer(id: string): Customer {
    const found = this.customers.get(id)
    if (!found) throw missing('customer', id)
    return structuredClone(found)
  }

  createSetup(params: URLSearchParams): Setup {
    const customer = params.get('customer')
    if (customer) this.customer(customer)
    const id = named('seti')
    const made = filled<Setup>('setup_intent', {
      id,
      client_secret: `${id}_secret_${named('s').slice(2)}`,
      created: this.now(),
      customer,
      usage: params.get('usage') ?? 'off_session',
      status: 'requires_payment_method',
      payment_method_types: ['card'],
      automatic_payment_methods: {
        enabled: true,
        allow_redirects: params.get('automatic_payment_methods[allow_redirects]') ?? 'always',
      },
      last_setup_error: null,
      next_action: null,
    })
    this.setups.set(id, made)
    return structuredClone(made)
  }

  setup(id: string, params = new URLSearchParams()): Setup {
    const found = structuredClone(this.setupOf(id))
    const expanded = [...params].some(([name, value]) => name.startsWith('expand') && value === 'payment_method')
    return expanded && found.payment_method
      ? ({ ...found, payment_method: structuredClone(this.methodOf(found.payment_method)) } as unknown as Setup)
      : found
  }

  /** Confirms a set-up with a card of the browser's form or a test card name. */
  confirmSetup(id: string, params: URLSearchParams): Setup {
    const setup = this.setupOf(id)
    if (setup.status !== 'requires_payment_method')
      throw invalid(
        'setup_intent_unexpected_state',
        `You cannot confirm this SetupIntent because it has a status of ${setup.status}.`,
      )
    wantsReturn(setup, params)
    const { nature, id: method } = this.made(needed(params, 'payment_method'))
    setup.payment_method = method
    setup.status = nature === 'proof' ? 'requires_action' : 'succeeded'
    if (setup.status === 'succeeded') this.attach(setup)
    return structuredClone(setup)
  }

  authenticateSetup(id: string): void {
    const setup = this.setupOf(id)
    setup.status = 'succeeded'
    this.attach(setup)
  }

  /** Saves the card of a payment for its customer and returns its id. */
  saveFor(customer: string, method: string): string {
    if (this.methods.has(method)) return method
    const { id } = this.made(method)
    this.methodOf(id).customer = this.customer(customer).id
    return id
  }

  /** Attaches a card without authentication. */
  attachTo(name: string, params: URLSearchParams): Method {
    const method = this.methodOf(this.made(name).id)
    method.customer = this.customer(needed(params, 'customer')).id
    this.happen('payment_method.attached', method)
    return structuredClone(method)
  }

  detach(id: string): Method {
    const method = this.methodOf(id)
    if (!method.customer)
      throw invalid(
        undefined,
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      )
    method.customer = null
    this.happen('payment_method.detached', method)
    return structuredClone(method)
  }

  /** Returns the behaviour of a card: a saved card pays only for its customer, a detached one for nobody. */
  natureFor(id: string, customer: string | null): Nature {
    const nature = this.natures.get(id)
    if (!nature) return testMethods[id]?.nature ?? 'success'
    const method = this.methodOf(id)
    if (!method.customer)
      throw invalid(
        undefined,
        'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.',
      )
    if (method.customer !== customer)
      throw invalid(
        undefined,
        `The provided PaymentMethod ${id} belongs to the Customer ${method.customer}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
      )
    return nature
  }

  private made(name: string): { id: string; nature: Nature } {
    const { nature, last4 } = testMethods[name] ?? { nature: 'success' as const, last4: '4242' }
    const id = named('pm')
    this.natures.set(id, nature)
    this.methods.set(
      id,
      filled<Method>('payment_method', {
        id,
        created: this.now(),
        type: 'card',
        card: { brand: 'visa', last4, exp_month: 4, exp_year: 2030, country: 'GB', funding: 'credit' },
      }),
    )
    return { id, nature }
  }

  private attach(setup: Setup): void {
    const method = this.methodOf(setup.payment_method ?? '')
    method.customer = setup.customer
    this.happen('payment_method.attached', method)
    this.happen('setup_intent.succeeded', setup)
  }

  private methodOf(id: string): Method {
    const found = this.methods.get(id)
    if (!found) throw missing('PaymentMethod', id)
    return found
  }

  private setupOf(id: string): Setup {
    const found = this.setups.get(id)
    if (!found) throw missing('setupintent', id)
    return found
  }
}
