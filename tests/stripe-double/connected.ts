import type Stripe from 'stripe'
import { PLATFORM, type Balances } from './balances.ts'
import { amountIn, Declined, group, invalid, listed, missing, needed } from './declined.ts'
import { filled, named } from './shapes.ts'

type Account = Omit<Stripe.Account, 'capabilities' | 'requirements' | 'external_accounts'> & {
  capabilities: { transfers: string }
  requirements: { disabled_reason: string | null; currently_due: string[]; past_due: string[] }
  external_accounts: { object: 'list'; data: { object: string; last4: string }[]; has_more: boolean; url: string }
}
type Transfer = Omit<Stripe.Transfer, 'destination' | 'source_transaction'> & {
  destination: string
  source_transaction: string | null
}
export type Happen = (type: string, object: unknown, account?: string) => void
export type Source = { id: string; amount: number; currency: string; transfer_group: string | null; waits: boolean }

/** Connected accounts with requirements, transfers, reversals and payouts. */
export class Connected {
  readonly accounts = new Map<string, Account>()
  readonly transfers: Transfer[] = []
  readonly reversals: (Stripe.TransferReversal & { transfer: string })[] = []
  readonly payouts: (Stripe.Payout & { account: string })[] = []
  country = 'GB'
  private readonly balances: Balances
  private readonly happen: Happen
  private readonly sourceOf: (id: string) => Source
  private readonly now: () => number

  constructor(balances: Balances, happen: Happen, sourceOf: (id: string) => Source, now: () => number) {
    this.balances = balances
    this.happen = happen
    this.sourceOf = sourceOf
    this.now = now
  }

  openAccount(params: URLSearchParams): Account {
    const id = named('acct')
    const made = filled<Account>('account', {
      id,
      type: params.get('type') ?? 'express',
      country: params.get('country') ?? this.country,
      email: params.get('email'),
      created: this.now(),
      metadata: group(params, 'metadata'),
      capabilities: { transfers: 'inactive' },
      requirements: {
        disabled_reason: 'requirements.past_due',
        currently_due: ['external_account', 'tos_acceptance.date'],
        past_due: ['external_account', 'tos_acceptance.date'],
      },
      external_accounts: { object: 'list', data: [], has_more: false, url: `/v1/accounts/${id}/external_accounts` },
      settings: {
        payouts: {
          schedule: { interval: params.get('settings[payouts][schedule][interval]') ?? 'daily', delay_days: 2 },
        },
      },
    })
    this.accounts.set(id, made)
    return structuredClone(made)
  }

  account(id: string): Account {
    const found = this.accounts.get(id)
    if (found) return found
    throw new Declined(
      403,
      'invalid_request_error',
      'account_invalid',
      `The provided key does not have access to account '${id}' (or that account does not exist).`,
    )
  }

  complete(id: string, last4: string): void {
    const account = this.account(id)
    Object.assign(account, {
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { transfers: 'active' },
      requirements: { disabled_reason: null, currently_due: [], past_due: [] },
    })
    account.external_accounts.data = [{ object: 'bank_account', last4 }]
    this.happen('account.updated', account, id)
  }

  restrict(id: string, reason: string): void {
    const account = this.account(id)
    account.payouts_enabled = false
    account.capabilities.transfers = 'inactive'
    account.requirements.disabled_reason = reason
    this.happen('account.updated', account, id)
  }

  send(params: URLSearchParams): Transfer {
    const amount = amountIn(params)
    const currency = needed(params, 'currency')
    const to = this.accounts.get(needed(params, 'destination'))
    if (!to) throw invalid('resource_missing', `No such destination: '${params.get('destination')}'`)
    if (to.country !== this.country)
      throw invalid('transfers_not_allowed', "Funds can't be sent to accounts located in another country.")
    if (to.capabilities.transfers !== 'active')
      throw invalid(
        'insufficient_capabilities_for_transfer',
        'Your destination account needs to have at least one of the following capabilities enabled: transfers',
      )
    const from = params.get('source_transaction')
    const source = from ? this.sourceOf(from) : null
    const together = params.get('transfer_group')
    if (source) this.mayComeFrom(source, amount, currency, together)
    const waits = source?.waits ?? false
    if (!waits && this.balances.of(PLATFORM, currency).available < amount)
      throw invalid('balance_insufficient', 'You have insufficient available funds in your Stripe account.')
    const id = named('tr')
    const line = this.balances.write(PLATFORM, { type: 'transfer', amount: -amount, currency, source: id, waits })
    this.balances.write(to.id, { type: 'payment', category: 'charge', amount, currency, source: named('py'), waits })
    const made = filled<Transfer>('transfer', {
      id,
      amount,
      currency,
      destination: to.id,
      destination_payment: named('py'),
      balance_transaction: line.id,
      created: this.now(),
      source_transaction: source?.id ?? null,
      source_type: 'card',
      transfer_group: together ?? source?.transfer_group ?? null,
      metadata: group(params, 'metadata'),
      reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    })
    this.transfers.push(made)
    this.happen('transfer.created', made)
    return structuredClone(made)
  }

  private mayComeFrom(source: Source, amount: number, currency: string, together: string | null): void {
    if (source.currency !== currency)
      throw invalid(undefined, 'The currency of source_transaction’s balance transaction must be that of the transfer.')
    if (together && source.transfer_group && together !== source.transfer_group)
      throw invalid(undefined, 'transfer_group must be that of the source_transaction.')
    const before = this.transfers
      .filter((t) => t.source_transaction === source.id)
      .reduce((sum, t) => sum + t.amount - t.amount_reversed, 0)
    if (before + amount > source.amount)
      throw invalid(
        undefined,
        `Transfers using this transaction as a source must not exceed the source amount of ${source.amount}.`,
      )
  }

  listTransfers(params: URLSearchParams) {
    const [together, to] = [params.get('transfer_group'), params.get('destination')]
    return listed(
      this.transfers.filter((t) => (!together || t.transfer_group === together) && (!to || t.destination === to)),
      params,
      '/v1/transfers',
    )
  }

  transfer(id: string): Transfer {
    const found = this.transfers.find((t) => t.id === id)
    if (!found) throw missing('transfer', id)
    return found
  }

  reverse(id: string, params: URLSearchParams): Stripe.TransferReversal {
    const sent = this.transfer(id)
    const amount = amountIn(params, sent.amount - sent.amount_reversed)
    if (amount > sent.amount - sent.amount_reversed)
      throw invalid(undefined, `The transfer ${id} has only ${sent.amount - sent.amount_reversed} left to reverse.`)
    const theirs = this.balances.of(sent.destination, sent.currency)
    if (theirs.available + theirs.pending < amount)
      throw invalid('balance_insufficient', 'The destination account has insufficient funds to reverse this transfer.')
    const made = filled<Stripe.TransferReversal & { transfer: string }>('transfer_reversal', {
      id: named('trr'),
      amount,
      currency: sent.currency,
      transfer: id,
      created: this.now(),
      metadata: group(params, 'metadata'),
    })
    const line = this.balances.write(PLATFORM, {
      type: 'transfer_refund',
      category: 'transfer_reversal',
      amount,
      currency: sent.currency,
      source: made.id,
    })
    made.balance_transaction = line.id
    this.balances.write(sent.destination, {
      type: 'payment_refund',
      category: 'refund',
      amount: -amount,
      currency: sent.currency,
      source: named('pyr'),
    })
    sent.amount_reversed += amount
    sent.reversed = sent.amount_reversed === sent.amount
    this.reversals.push(made)
    sent.reversals.data = this.reversals.filter((r) => r.transfer === id).toReversed()
    this.happen('transfer.reversed', sent)
    return structuredClone(made)
  }

  listReversals = (id: string, params: URLSearchParams) =>
    listed(
      this.reversals.filter((r) => r.transfer === id),
      params,
      `/v1/transfers/${id}/reversals`,
    )

  payOut(owner: string, params: URLSearchParams): Stripe.Payout {
    const amount = amountIn(params)
    const currency = needed(params, 'currency')
    if (owner !== PLATFORM && !this.account(owner).payouts_enabled)
      throw invalid('payouts_not_allowed', 'Your account cannot currently make payouts.')
    if (this.balances.of(owner, currency).available < amount)
      throw invalid('balance_insufficient', 'You have insufficient funds in your Stripe account for this payout.')
    const id = named('po')
    const line = this.balances.write(owner, { type: 'payout', amount: -amount, currency, source: id })
    const made = filled<Stripe.Payout>('payout', {
      id,
      amount,
      currency,
      automatic: false,
      arrival_date: this.now() + 86_400,
      balance_transaction: line.id,
      created: this.now(),
      destination: named('ba'),
      method: 'standard',
      source_type: 'card',
      status: 'pending',
      type: 'bank_account',
      metadata: group(params, 'metadata'),
    })
    this.payouts.push({ ...made, account: owner })
    this.happen('payout.created', made, owner === PLATFORM ? undefined : owner)
    return structuredClone(made)
  }

  payout(owner: string, id: string): Stripe.Payout {
    const found = this.payouts.find((p) => p.id === id && p.account === owner)
    if (!found) throw missing('payout', id)
    const { account: _, ...shown } = found
    return shown as Stripe.Payout
  }

  listPayouts = (owner: string, params: URLSearchParams) =>
    listed(
      this.payouts.filter((p) => p.account === owner).map(({ account: _, ...shown }) => shown as Stripe.Payout),
      params,
      '/v1/payouts',
    )

  endPayout(id: string, status: 'paid' | 'failed', code = 'account_closed'): void {
    const found = this.payouts.find((p) => p.id === id)
    if (!found) throw new Error(`no payout ${id}`)
    found.status = status
    if (status === 'failed') {
      found.failure_code = code
      found.failure_message = 'The bank account has been closed.'
      const line = this.balances.write(found.account, {
        type: 'payout_failure',
        category: 'payout_reversal',
        amount: found.amount,
        currency: found.currency,
        source: id,
      })
      found.failure_balance_transaction = line.id
    }
    const { account, ...shown } = found
    this.happen(`payout.${status}`, shown, account === PLATFORM ? undefined : account)
  }
}
