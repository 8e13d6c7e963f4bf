import assert from 'node:assert/strict'
import { divideIntoShares } from '#contract/checkout/shares.ts'
import { toMajor, type Minor, getMinimumCharge } from '#contract/money.ts'
import { computeCover, computeCreditPart, splitFee } from '#contract/payments/cover.ts'
import { computePromo, addPromoLine } from '#contract/payments/promo.ts'
import { computeFeesAfterPass, type RefundSplit, splitChange } from '#contract/payments/refund.ts'
import { priceOf } from '#contract/price.ts'
import { type CostedLine, attachCosts, sumLines } from '#contract/price-lines.ts'
import type { PriceLine } from '#contract/search/quotes.ts'
import type { AppointmentRow, FrozenTerms, MoveRow } from '#server/appointments/appointments.queries.ts'
import {
  computeFrozenPriceLines,
  computeMoveDifference,
  type FrozenPriceInput,
  addChangeLine,
} from '#server/billing/differences.ts'
import { computeFeeInDue } from '#contract/billing/differences.ts'
import { listMovementEntries, type Movement } from '#server/payments/ledger.ts'
import type { PaymentRow } from '#server/payments/index.ts'
import { computeExcessGoodwill, limitRefund, listUnrefundedPayments } from '#server/billing/booking-money.ts'

export const testArtistId = 'artist'

export type TestArtist = {
  costs: readonly Minor[]
  percent: number
  share: number
  minimumMinor: Minor
  floorMinor: Minor | null
  capMinor: Minor | null
}
export type TestParty = { looks: readonly (readonly number[])[]; early: boolean }

/** Returns the current price of a party, with the cost of each line. */
export function priceTestParty(of: TestArtist, { looks, early }: TestParty): FrozenPriceInput {
  const groups = Map.groupBy(looks, (services) => services.toSorted().join(' '))
  const price = priceOf({
    looks: [...groups.values()].map((members) => ({
      count: members.length,
      services: (members[0] ?? []).map((n) => ({ id: String(n), costMinor: of.costs[n] ?? 0 })),
    })),
    travel: null,
    earlyFeeMinor: early ? 2_000 : 0,
    minimumJobMinor: of.minimumMinor,
    depositShare: of.share,
    percent: of.percent,
    floorMinor: of.floorMinor,
    capMinor: of.capMinor,
  })
  const labels = [...groups.keys()]
  let next = 1
  const lines = price.lines.map((line): PriceLine => {
    const first = next
    if (line.look !== null) next += line.count
    return {
      kind: line.kind,
      label: line.look === null ? line.kind : (labels[line.look] ?? ''),
      count: line.count,
      unit: toMajor(line.unitMinor),
      amount: toMajor(line.amountMinor),
      parts: line.parts.map(({ id, unitMinor }) => ({ serviceId: id, label: id, unit: toMajor(unitMinor) })),
      people: line.look === null ? null : [first, next - 1],
      minutes: null,
    }
  })
  const { percent, share, minimumMinor, floorMinor, capMinor } = of
  return {
    lines,
    terms: {
      percent,
      share,
      minimumMinor,
      floorMinor,
      capMinor,
      costsMinor: price.lines.map(({ costMinor }) => costMinor),
      serviceCosts: Object.fromEntries(of.costs.map((cost, n) => [String(n), cost])),
    },
  }
}

export const createFrozenBody = (lines: readonly CostedLine[], terms: FrozenPriceInput['terms']): FrozenTerms =>
  ({
    lines: lines.map(({ line }) => line),
    terms: { ...terms, costsMinor: lines.map(({ costMinor }) => costMinor) },
  }) as unknown as FrozenTerms

export type TestPayment = Pick<
  PaymentRow,
  | 'id'
  | 'kind'
  | 'part_of'
  | 'state'
  | 'amount_minor'
  | 'fee_minor'
  | 'refunded_minor'
  | 'fee_refunded_minor'
  | 'ref'
  | 'gateway'
>

const fundsOf = { test: 'bank', stripe: 'bank', credit: 'vouchers', account: 'partners' } as const
type Row = Pick<
  AppointmentRow,
  | 'total_minor'
  | 'deposit_minor'
  | 'fee_minor'
  | 'in_full'
  | 'balance_paid_at'
  | 'balance_paid_how'
  | 'currency'
  | 'state'
> & { body: FrozenTerms }

export type TestBookingStart = {
  party: TestParty
  inFull: boolean
  promo: { byPlatform: boolean; percent: number } | null
  credit: Minor
  split: boolean
  /** Whether a partner owes the deposit on its account. */
  onAccount: boolean
}
/** A booking in memory with its payments and ledger, changed by the rules of production code. */
export class TestBooking {
  row: Row
  party: TestParty
  payments: TestPayment[] = []
  tips: TestPayment[] = []
  /** Payments of an earlier artist, refunded in full before the rescue. */
  before: TestPayment[] = []
  /** Goodwill refunds, and the part that the platform paid. */
  givenMinor = 0
  borneMinor = 0
  accounts = new Map<string, Minor>()
  pending = new Map<string, Minor>()
  paidOutMinor = 0
  released = false
  made = 0

  of: TestArtist

  constructor(of: TestArtist, { party, inFull, promo, credit, split, onAccount }: TestBookingStart) {
    this.of = of
    this.party = party
    const now = priceTestParty(of, party)
    let lines = attachCosts(now.lines, now.terms)
    if (promo) {
      const giver = promo.byPlatform ? ('platform' as const) : ('provider' as const)
      const { amountMinor } = computePromo(lines, now.terms, { giver, worth: { percent: promo.percent } })
      lines = addPromoLine(lines, now.terms, { giver, label: 'CODE', amountMinor })
    }
    const sums = sumLines(lines, now.terms)
    const depositMinor = inFull ? sums.totalMinor : sums.depositMinor
    this.row = {
      total_minor: sums.totalMinor,
      deposit_minor: depositMinor,
      fee_minor: Math.min(sums.feeMinor, sums.depositMinor),
      in_full: inFull,
      balance_paid_at: null,
      balance_paid_how: null,
      currency: 'GBP',
      state: 'booked',
      body: createFrozenBody(lines, now.terms),
    }
    const shares = split
      ? divideIntoShares(this.row.body.lines, { dueMinor: depositMinor, feeMinor: this.row.fee_minor })
      : null
    if (onAccount) this.capture('deposit', depositMinor, this.row.fee_minor, { gateway: 'account' })
    else if (shares) for (const share of shares) this.capture('share', share.dueMinor, share.feeMinor)
    else {
      const { creditMinor, cardMinor } = computeCover(depositMinor, computeCreditPart(depositMinor, credit))
      const amounts = [cardMinor, creditMinor]
      const [cardFee = 0, creditFee = 0] = splitFee(amounts, this.row.fee_minor)
      if (cardMinor > 0) this.capture('deposit', cardMinor, cardFee)
      if (creditMinor > 0) this.capture('credit', creditMinor, creditFee, { partOf: 'deposit' })
    }
  }

  get all(): PaymentRow[] {
    return this.payments as PaymentRow[]
  }

  post(movement: Movement, ref = 'booking'): void {
    const entries = listMovementEntries(movement)
    assert.equal(
      entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      0,
    )
    for (const { account, amountMinor } of entries) {
      this.accounts.set(account, (this.accounts.get(account) ?? 0) + amountMinor)
      if (account.startsWith('pending:')) this.pending.set(ref, (this.pending.get(ref) ?? 0) - amountMinor)
    }
  }

  sum(account: string): Minor {
    return this.accounts.get(account) ?? 0
  }

  capture(
    kind: TestPayment['kind'],
    amountMinor: Minor,
    feeMinor: Minor,
    {
      partOf = null,
      gateway = kind === 'credit' ? 'credit' : 'test',
    }: { partOf?: TestPayment['part_of']; gateway?: TestPayment['gateway'] } = {},
  ): void {
    if (gateway === 'test') assert.ok(amountMinor >= getMinimumCharge('GBP'))
    const id = `${kind}-${++this.made}`
    const ref = kind === 'difference' || kind === 'share' ? id : kind === 'tip' ? 'tip' : 'booking'
    const payment: TestPayment = {
      id,
      kind,
      part_of: partOf,
      state: 'captured',
      amount_minor: amountMinor,
      fee_minor: feeMinor,
      ref,
      refunded_minor: 0,
      fee_refunded_minor: 0,
      gateway,
    }
    if (kind === 'tip') this.tips.push(payment)
    else this.payments.push(payment)
    this.post({ kind: 'capture', providerId: testArtistId, amountMinor, feeMinor, from: fundsOf[gateway] }, ref)
    if (this.released) this.release()
  }

  refund(payment: TestPayment, amountMinor: Minor, feeBackMinor: Minor): void {
    if (amountMinor === 0) return
    assert.ok(amountMinor <= payment.amount_minor - payment.refunded_minor)
    assert.ok(feeBackMinor >= 0)
    assert.ok(feeBackMinor <= amountMinor)
    const pendingMinor = this.pending.get(payment.ref) ?? 0
    this.post({ kind: 'refund', providerId: testArtistId, amountMinor, feeBackMinor, pendingMinor }, payment.ref)
    this.post({ kind: 'refunded', amountMinor, to: fundsOf[payment.gateway] })
    payment.refunded_minor += amountMinor
    payment.fee_refunded_minor += feeBackMinor
  }

  pass(payment: TestPayment, amountMinor: Minor): void {
    if (amountMinor === 0) return
    const pendingMinor = this.pending.get(payment.ref) ?? 0
    this.post(
      amountMinor > 0
        ? { kind: 'share_to_provider', providerId: testArtistId, amountMinor }
        : { kind: 'share_to_platform', providerId: testArtistId, amountMinor: -amountMinor, pendingMinor },
      payment.ref,
    )
    Object.assign(payment, computeFeesAfterPass(payment, amountMinor))
  }

  refundPart(payments: readonly PaymentRow[], splits: readonly RefundSplit[]): void {
    for (const [i, { id }] of listUnrefundedPayments(payments).entries()) {
      const [payment, split] = [this.payments.find((one) => one.id === id), splits[i]]
      if (!payment || !split) continue
      this.refund(payment, split.refundMinor, split.feeBackMinor)
      this.pass(payment, split.passedMinor)
    }
    if (this.released) this.release()
  }

  release(): void {
    this.released = true
    for (const [ref, amountMinor] of this.pending)
      if (amountMinor > 0) this.post({ kind: 'release', providerId: testArtistId, amountMinor }, ref)
  }

  payOut(): void {
    const amountMinor = -this.sum(`earned:${testArtistId}`)
    if (amountMinor <= 0) return
    this.post({ kind: 'payout', providerId: testArtistId, amountMinor })
    this.post({ kind: 'paid_out', amountMinor })
    this.paidOutMinor += amountMinor
  }

  change(
    price: { body: FrozenTerms; totalMinor: Minor; depositMinor: Minor; feeMinor: Minor },
    share: number | null,
  ): void {
    const { row } = this
    const move = {
      body: price.body,
      total_minor: price.totalMinor,
      deposit_minor: price.depositMinor,
      fee_minor: price.feeMinor,
      share,
    } as MoveRow
    const difference = computeMoveDifference(row, move)
    const { dueMinor, backMinor, after } = difference
    const refundMinor = limitRefund(backMinor, this.all)
    const missingMinor = backMinor - refundMinor
    // A balance paid in cash cannot be refunded online, so the proposal is refused.
    if (missingMinor > 0 && row.balance_paid_how === 'cash') return
    // Goodwill counts up to the refundable amount.
    this.givenMinor -= missingMinor
    const fee = computeFeeInDue(dueMinor, row.fee_minor, after.feeMinor)
    const feeLessMinor =
      row.fee_minor + fee - after.feeMinor - computeExcessGoodwill(missingMinor, row.fee_minor, this.all)
    this.refundPart(this.all, splitChange(listUnrefundedPayments(this.all), { backMinor: refundMinor, feeLessMinor }))
    this.row = {
      ...row,
      body: addChangeLine(row, move, difference),
      total_minor: after.totalMinor,
      deposit_minor: after.depositMinor,
      fee_minor: after.feeMinor,
    }
    if (dueMinor > 0) this.capture('difference', dueMinor, fee)
  }

  /** Returns the price of another party at the prices frozen at booking. */
  frozenPrice(party: TestParty) {
    const { body } = this.row
    const terms = body.terms as unknown as FrozenPriceInput['terms']
    const now = priceTestParty(this.of, party)
    const lines = computeFrozenPriceLines(now, { lines: body.lines, terms })
    const sums = sumLines(lines, terms)
    return { body: createFrozenBody(lines, terms), ...sums }
  }

  over(): boolean {
    return this.row.state !== 'booked'
  }
}
