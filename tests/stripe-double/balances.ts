import type Stripe from 'stripe'
import { filled, named } from './shapes.ts'

export type Line = Stripe.BalanceTransaction & { source: string | null; currency: string; available_on: number }
type Held = { available: number; pending: number }

export const PLATFORM = 'platform'

/** Balances per account and currency, available and pending, with a line for every movement. */
export class Balances {
  private readonly held = new Map<string, Map<string, Held>>()
  private readonly lines = new Map<string, Line[]>()
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  of(owner: string, currency: string): Held {
    const all = this.held.get(owner) ?? new Map<string, Held>()
    this.held.set(owner, all)
    const held = all.get(currency) ?? { available: 0, pending: 0 }
    all.set(currency, held)
    return held
  }

  linesOf = (owner: string): Line[] => {
    const all = this.lines.get(owner) ?? []
    this.lines.set(owner, all)
    return all
  }

  /** Records a line and moves its amount; `waits` means pending. */
  write(
    owner: string,
    {
      type,
      category = type,
      amount,
      fee = 0,
      currency,
      source,
      waits = false,
      description = '',
    }: {
      type: string
      category?: string
      amount: number
      fee?: number
      currency: string
      source: string | null
      waits?: boolean
      description?: string
    },
  ): Line {
    const held = this.of(owner, currency)
    held[waits ? 'pending' : 'available'] += amount - fee
    const created = this.now()
    const line = filled<Line>('balance_transaction', {
      id: named('txn'),
      type,
      reporting_category: category,
      amount,
      fee,
      net: amount - fee,
      currency,
      source,
      description,
      created,
      available_on: waits ? created + 2 * 86_400 : created,
      status: waits ? 'pending' : 'available',
      balance_type: 'payments',
      fee_details: fee
        ? [{ amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' }]
        : [],
    })
    this.linesOf(owner).push(line)
    return line
  }

  waits = (id: string): boolean =>
    [...this.lines.values()].some((all) => all.some((line) => line.id === id && line.status === 'pending'))

  /** Settles all pending amounts. Returns the owners and currencies with a balance. */
  settle(): { owner: string; currency: string }[] {
    for (const line of [...this.lines.values()].flat()) line.status = 'available'
    return [...this.held].flatMap(([owner, all]) =>
      [...all].flatMap(([currency, held]) => {
        if (held.pending === 0) return []
        held.available += held.pending
        held.pending = 0
        return [{ owner, currency }]
      }),
    )
  }

  shown(owner: string): Stripe.Balance {
    const all = [...(this.held.get(owner) ?? [])]
    const part = (which: keyof Held) =>
      all.map(([currency, held]) => ({ amount: held[which], currency, source_types: { card: held[which] } }))
    return filled<Stripe.Balance>('balance', { available: part('available'), pending: part('pending') })
  }
}
