import { depositShares } from '#contract/providers/profile-rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toMinor, type Minor } from '#contract/money.ts'
import { computeCover, computeCreditPart, LEAST_BY_CARD } from '#contract/payments/cover.ts'
import {
  bearers,
  computePlatformLoss,
  computeRefundShares,
  computePlatformPart,
  refundSums,
  splitHandOver,
  splitRefunds,
} from '#contract/payments/refund.ts'
import { attachCosts, sumLines } from '#contract/price-lines.ts'
import type { AppointmentRow } from '#server/appointments/appointments.queries.ts'
import type { FrozenPriceInput } from './differences.ts'
import { adjustToBookedPrice } from '#server/bookings/operator-changes.ts'
import { getMoneySums } from '#server/bookings/operator-change-views.ts'
import type { PaymentRow } from '#server/payments/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  computeHeldAmounts,
  isOfBalance,
  listUnrefundedPayments,
  sumUnrefunded,
  getWholePrice,
} from './booking-money.ts'
import {
  createFrozenBody,
  priceTestParty,
  type TestArtist,
  testArtistId,
  TestBooking,
  type TestParty,
} from '#server/testing/booking-ledger.ts'

/** Invariant: price shown = amount charged = ledger = amount paid out, after random sequences of booking events. */

const runs = process.env['PROVE'] ? 20_000 : 1_000

type Step =
  | { do: 'party'; party: TestParty; share: 0 | 50 | 100 }
  | { do: 'move'; early: boolean }
  | { do: 'team'; party: TestParty; bears: 'artist' | 'house'; share: 0 | 50 | 100 }
  | { do: 'prices'; costs: readonly Minor[] }
  | { do: 'balance'; online: boolean; credit: Minor }
  | { do: 'goodwill' | 'operatorRefund'; part: number; bears: (typeof bearers)[number] }
  | { do: 'swap'; of: TestArtist; keep: 'customer' | 'artist' | 'house' }
  | { do: 'cancel'; share: 0 | 50 | 100; worked: Minor }
  | { do: 'dispute'; outcome: 'refund' | 'split' | 'paid'; part: number; noShow: boolean }
  | { do: 'complete' }
  | { do: 'tip'; amount: Minor }
  | { do: 'payout' }

const people = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 5,
})
const party = fc.record({ looks: people, early: fc.boolean() })
const cost = fc.oneof(fc.integer({ min: 1_000, max: 15_000 }), fc.constantFrom(2_500, 4_000, 5_000))
const costs = fc.array(cost, { minLength: 3, maxLength: 3 })
const anyArtist = fc.record({
  costs,
  percent: fc.integer({ min: 0, max: 30 }),
  share: fc.integer({ min: depositShares.least, max: depositShares.most }),
  minimumMinor: fc.constantFrom(0, 5_000, 10_000, 20_000),
  floorMinor: fc.constantFrom(null, 500, 1_000),
  capMinor: fc.constantFrom(null, 2_000, 5_000),
})
const shares = fc.constantFrom(0 as const, 50 as const, 100 as const)
const start = fc.record({
  party,
  inFull: fc.boolean(),
  promo: fc.option(fc.record({ byPlatform: fc.boolean(), percent: fc.integer({ min: 1, max: 100 }) })),
  credit: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })),
  split: fc.boolean(),
  onAccount: fc.boolean(),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('party' as const), party, share: shares }),
  fc.record({ do: fc.constant('party' as const), party, share: shares }),
  fc.record({ do: fc.constant('move' as const), early: fc.boolean() }),
  fc.record({
    do: fc.constant('team' as const),
    party,
    bears: fc.constantFrom('artist' as const, 'house' as const),
    share: shares,
  }),
  fc.record({ do: fc.constant('prices' as const), costs }),
  fc.record({ do: fc.constant('balance' as const), online: fc.boolean(), credit: fc.integer({ min: 0, max: 20_000 }) }),
  fc.record({
    do: fc.constantFrom('goodwill' as const, 'operatorRefund' as const),
    part: fc.integer({ min: 1, max: 100 }),
    bears: fc.constantFrom(...bearers),
  }),
  fc.record({
    do: fc.constant('swap' as const),
    of: anyArtist,
    keep: fc.constantFrom('customer' as const, 'artist' as const, 'house' as const),
  }),
  fc.record({ do: fc.constant('cancel' as const), share: shares, worked: fc.constantFrom(0, 0, 3_000) }),
  fc.record({
    do: fc.constant('dispute' as const),
    outcome: fc.constantFrom('refund' as const, 'split' as const, 'paid' as const),
    part: fc.integer({ min: 1, max: 99 }),
    noShow: fc.boolean(),
  }),
  fc.record({ do: fc.constant('complete' as const) }),
  fc.record({ do: fc.constant('tip' as const), amount: fc.integer({ min: 100, max: 5_000 }) }),
  fc.record({ do: fc.constant('payout' as const) }),
)

function take(booking: TestBooking, now: Step): void {
  const { row } = booking
  const paid = listUnrefundedPayments(booking.all)
  const paidMinor = sumUnrefunded(booking.all)
  switch (now.do) {
    case 'prices':
      Object.assign(booking.of, { costs: now.costs })
      return
    case 'party':
      if (booking.over()) return
      booking.party = now.party
      booking.change(booking.frozenPrice(now.party), now.share)
      return
    case 'move': {
      if (booking.over() || now.early === booking.party.early) return
      booking.party = { ...booking.party, early: now.early }
      booking.change(booking.frozenPrice(booking.party), null)
      return
    }
    case 'team': {
      if (booking.over()) return
      try {
        const kept = adjustToBookedPrice(row, booking.frozenPrice(now.party), now.bears)
        booking.party = now.party
        booking.change(kept, now.share)
      } catch (fault) {
        if (!(fault instanceof Refusal)) throw fault
      }
      return
    }
    case 'balance': {
      const openMinor = row.total_minor - row.deposit_minor
      if (booking.over() || row.balance_paid_at || openMinor <= 0) return
      booking.row = { ...row, balance_paid_at: new Date(0), balance_paid_how: now.online ? 'online' : 'cash' }
      if (!now.online) {
        booking.post({ kind: 'cash', providerId: testArtistId, amountMinor: openMinor })
        return
      }
      const { cardMinor, creditMinor } = computeCover(openMinor, computeCreditPart(openMinor, now.credit))
      if (cardMinor > 0 && cardMinor < LEAST_BY_CARD) {
        booking.row = row
        return
      }
      if (cardMinor > 0) booking.capture('balance', cardMinor, 0)
      if (creditMinor > 0) booking.capture('credit', creditMinor, 0, { partOf: 'balance' })
      return
    }
    case 'goodwill':
    case 'operatorRefund': {
      if (row.state === 'cancelled') return
      let left = Math.floor((paidMinor * now.part) / 100)
      for (const payment of booking.payments.toReversed()) {
        const amountMinor = Math.min(left, payment.amount_minor - payment.refunded_minor)
        const platform =
          now.do === 'goodwill' ? amountMinor : computePlatformLoss(amountMinor, now.bears, getWholePrice(row))
        booking.refund(payment, amountMinor, platform)
        booking.givenMinor += amountMinor
        booking.borneMinor += platform
        left -= amountMinor
      }
      return
    }
    case 'swap': {
      if (booking.over() || paidMinor === 0) return
      // Part of the payment was refunded as goodwill, so only the rest moves to the next artist.
      const of = now.of
      const price = priceTestParty(of, booking.party)
      const sums = sumLines(attachCosts(price.lines, price.terms), price.terms)
      const plain = { body: createFrozenBody(attachCosts(price.lines, price.terms), price.terms), ...sums }
      let frozen: typeof plain
      try {
        frozen = now.keep === 'customer' ? plain : adjustToBookedPrice(row, plain, now.keep)
      } catch (fault) {
        if (!(fault instanceof Refusal)) throw fault
        return
      }
      const balance = booking.all.filter(isOfBalance)
      booking.refundPart(
        balance,
        splitRefunds(computeRefundShares(listUnrefundedPayments(balance), 100), getWholePrice(row)),
      )
      const carried = booking.payments.filter((one) => !isOfBalance(one) && one.refunded_minor < one.amount_minor)
      const have = sumUnrefunded(carried as PaymentRow[])
      if (have === 0) {
        booking.row = { ...row, state: 'cancelled', balance_paid_at: null, balance_paid_how: null }
        return
      }
      const fee = Math.min(frozen.feeMinor, frozen.depositMinor)
      const deposit = Math.min(have, frozen.totalMinor)
      const inFull = row.in_full && deposit === frozen.totalMinor
      const depositMinor = inFull ? deposit : Math.min(deposit, Math.max(frozen.depositMinor, fee))
      const feeMinor = Math.min(fee, deposit)
      const parts = carried.map((one) => ({
        amountMinor: one.amount_minor - one.refunded_minor,
        feeMinor: one.fee_minor - one.fee_refunded_minor,
      }))
      const splits = splitHandOver(parts, { depositMinor, feeMinor })
      for (const [i, payment] of carried.entries()) {
        const split = splits[i]
        if (!split) continue
        booking.refund(payment, split.refundMinor, split.feeBackMinor)
        if (split.keepMinor === 0) continue
        const left = payment.amount_minor - payment.refunded_minor
        const feeLeft = payment.fee_minor - payment.fee_refunded_minor
        expect(split.feeMinor).toBeLessThanOrEqual(left)
        const pendingMinor = booking.pending.get(payment.ref) ?? 0
        const off = { providerId: testArtistId, amountMinor: left, feeMinor: feeLeft, pendingMinor }
        booking.post({ kind: 'hand_off', ...off }, payment.ref)
        if (payment.kind !== 'share' && payment.kind !== 'credit') payment.ref = 'booking'
        booking.post(
          { kind: 'hand_on', providerId: testArtistId, amountMinor: left, feeMinor: split.feeMinor },
          payment.ref,
        )
        const feeRefunded = Math.min(payment.fee_refunded_minor, payment.amount_minor - split.feeMinor)
        payment.fee_minor = feeRefunded + split.feeMinor
        payment.fee_refunded_minor = feeRefunded
      }
      booking.before.push(...booking.payments.filter((one) => one.refunded_minor === one.amount_minor))
      booking.payments = carried.filter((one) => one.refunded_minor < one.amount_minor)
      booking.of.costs = of.costs
      booking.givenMinor = 0
      booking.borneMinor = 0
      booking.row = {
        ...row,
        body: frozen.body,
        total_minor: frozen.totalMinor,
        deposit_minor: depositMinor,
        fee_minor: feeMinor,
        in_full: inFull,
        balance_paid_at: null,
        balance_paid_how: null,
      }
      return
    }
    case 'cancel': {
      if (booking.over()) return
      const before = computeHeldAmounts(booking.all)
      const shown = refundSums(paid, getWholePrice(row), now.share, now.worked)
      booking.refundPart(
        booking.all,
        splitRefunds(computeRefundShares(paid, now.share, now.worked), getWholePrice(row)),
      )
      booking.row = { ...row, state: 'cancelled' }
      booking.release()
      const held = computeHeldAmounts(booking.all)
      // The kept parts shown equal those of the ledger.
      expect(paidMinor - sumUnrefunded(booking.all)).toBe(shown.refundMinor)
      expect(held).toEqual({ platformMinor: shown.keptByPlatformMinor, providerMinor: shown.keptByProviderMinor })
      const kept = paidMinor - shown.refundMinor
      // Over the whole booking, the platform has its part of the kept amount, limited to what it holds.
      expect(held.platformMinor).toBe(
        Math.min(computePlatformPart(kept, getWholePrice(row)), Math.max(0, before.platformMinor), kept),
      )
      return
    }
    case 'dispute': {
      if (booking.over()) return
      const wanted = { refund: paidMinor, split: Math.floor((paidMinor * now.part) / 100), paid: 0 }[now.outcome]
      if (now.noShow || wanted > 0) {
        let left = wanted
        const parts = paid.map((one) => {
          const refundMinor = Math.min(left, one.amountMinor)
          left -= refundMinor
          return { ...one, refundMinor }
        })
        const all = parts.every(({ amountMinor, refundMinor }) => amountMinor === refundMinor)
        const kept = !now.noShow && !all ? row.total_minor - wanted : undefined
        booking.refundPart(booking.all, splitRefunds(parts, getWholePrice(row), kept))
      }
      booking.givenMinor += wanted
      booking.row = { ...row, state: now.noShow ? 'no_show' : 'settled' }
      booking.release()
      return
    }
    case 'complete':
      if (booking.over()) return
      booking.row = { ...row, state: 'completed' }
      booking.release()
      return
    case 'tip':
      if (row.state !== 'completed') return
      booking.capture('tip', now.amount, 0)
      return
    case 'payout':
      booking.payOut()
      return
  }
}

function check(booking: TestBooking): void {
  const { row, payments, tips } = booking
  const rows = booking.all
  const terms = row.body.terms as unknown as FrozenPriceInput['terms']
  const linesMinor = row.body.lines.reduce((sum, { amount }) => sum + toMinor(amount), 0)
  // The price equals its lines, and no amount is negative.
  expect(linesMinor).toBe(row.total_minor)
  expect(Math.min(row.total_minor, row.deposit_minor, row.fee_minor)).toBeGreaterThanOrEqual(0)
  expect(row.total_minor).toBeGreaterThan(0)
  expect(row.deposit_minor).toBeLessThanOrEqual(row.total_minor)
  expect(row.fee_minor).toBeLessThanOrEqual(row.deposit_minor)
  expect(terms.costsMinor).toHaveLength(row.body.lines.length)
  for (const p of [...payments, ...tips]) {
    expect(p.fee_minor).toBeLessThanOrEqual(p.amount_minor)
    expect(Math.min(p.fee_minor, p.fee_refunded_minor, p.refunded_minor)).toBeGreaterThanOrEqual(0)
    expect(p.refunded_minor).toBeLessThanOrEqual(p.amount_minor)
  }
  const { platformMinor, providerMinor } = computeHeldAmounts([...rows, ...(booking.before as PaymentRow[])])
  const tipsMinor = tips.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  expect(0 - booking.sum('fees')).toBe(platformMinor)
  const theirs = -booking.sum(`pending:${testArtistId}`) - booking.sum(`earned:${testArtistId}`) + booking.paidOutMinor
  expect(theirs).toBe(providerMinor + tipsMinor)
  // A partner owes what it has booked on account less what was refunded.
  const onAccount = payments.filter(({ gateway }) => gateway === 'account')
  expect(booking.sum('partners') + 0).toBe(
    onAccount.reduce((sum, { amount_minor, refunded_minor }) => sum + amount_minor - refunded_minor, 0),
  )
  expect(booking.sum('refunds_due') + 0).toBe(0)
  expect(booking.sum('payouts_due') + 0).toBe(0)
  expect(booking.sum('handed_on') + 0).toBe(0)
  if (row.state === 'booked' || row.state === 'completed') {
    // The paid and the due amount equal the price less goodwill refunds.
    const sums = getMoneySums(row as AppointmentRow, rows)
    expect(sums.customerMinor + booking.givenMinor).toBe(row.total_minor)
    if (booking.givenMinor === 0) expect(computeHeldAmounts(rows).platformMinor).toBe(row.fee_minor)
  }
}

test('the amounts shown, charged, recorded and paid out stay equal through any sequence of events of a booking', () => {
  fc.assert(
    fc.property(anyArtist, start, fc.array(step, { minLength: 1, maxLength: 14 }), (of, from, steps) => {
      const booking = new TestBooking({ ...of }, from)
      check(booking)
      for (const now of steps) {
        take(booking, now)
        check(booking)
      }
      // After all payouts, the platform holds only its part.
      booking.release()
      booking.payOut()
      const owed = Math.max(0, booking.sum(`earned:${testArtistId}`))
      const { providerMinor } = computeHeldAmounts([...booking.all, ...(booking.before as PaymentRow[])])
      const tips = booking.tips.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
      expect(booking.paidOutMinor - owed).toBe(providerMinor + tips)
    }),
    { numRuns: runs },
  )
})
