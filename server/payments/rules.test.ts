import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  getNextPaymentState,
  paymentLifecycle,
  type PaymentState,
  paymentEvents,
  paymentStates,
} from '#contract/payments/lifecycle-payment.ts'
import { listMovementEntries, type Movement } from './ledger.ts'
import { splitOpenItems } from '#server/payments/partners/partner-accounts.ts'
import { isValidExpiry } from './test-cards.ts'

const provider = '00000000-0000-4000-8000-000000000001'
const minor = fc.integer({ min: 1, max: 10_000_000 })
const part = fc.integer({ min: 0, max: 10_000_000 })
const movement: fc.Arbitrary<Movement> = fc
  .tuple(minor, part, part, fc.integer({ min: 0, max: 16 }))
  .map(([amountMinor, fee, pendingMinor, kind]): Movement => {
    const of = { providerId: provider, amountMinor }
    const feeMinor = fee % (amountMinor + 1)
    const kinds: Movement[] = [
      { kind: 'capture', ...of, feeMinor },
      { kind: 'capture', ...of, feeMinor, from: 'partners' },
      { kind: 'partner_paid', amountMinor },
      { kind: 'partner_paid', amountMinor: -amountMinor },
      { kind: 'refunded', amountMinor, to: 'partners' },
      { kind: 'refund', ...of, feeBackMinor: feeMinor, pendingMinor },
      { kind: 'charge_back_lost', ...of, feeBackMinor: feeMinor, pendingMinor },
      { kind: 'refunded', amountMinor },
      { kind: 'release', ...of },
      { kind: 'payout', ...of },
      { kind: 'paid_out', amountMinor },
      { kind: 'cash', ...of },
      { kind: 'charge_back', amountMinor },
      { kind: 'hand_off', ...of, feeMinor, pendingMinor },
      { kind: 'hand_on', ...of, feeMinor },
      { kind: 'share_to_provider', ...of },
      { kind: 'share_to_platform', ...of, pendingMinor },
    ]
    return kinds[kind] as Movement
  })
const runs = { numRuns: process.env['PROVE'] ? 20_000 : 500 }

test('every ledger entry sums to zero, in whole minor units, with no empty line', () => {
  fc.assert(
    fc.property(movement, (movement) => {
      const entries = listMovementEntries(movement)
      expect(entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
      expect(entries.length).toBeGreaterThan(1)
      for (const { amountMinor } of entries) expect(Number.isInteger(amountMinor) && amountMinor !== 0).toBe(true)
      expect(new Set(entries.map(({ account }) => account)).size).toBe(entries.length)
    }),
    runs,
  )
})

test('any sequence of ledger entries sums to zero in each account', () => {
  fc.assert(
    fc.property(fc.array(movement, { maxLength: 40 }), (movements) => {
      const books = new Map<string, number>()
      for (const { account, amountMinor } of movements.flatMap(listMovementEntries))
        books.set(account, (books.get(account) ?? 0) + amountMinor)
      expect([...books.values()].reduce((sum, n) => sum + n, 0)).toBe(0)
    }),
    runs,
  )
})

test('a refund reduces pending earnings first, then released ones', () => {
  const entries = listMovementEntries({
    kind: 'refund',
    providerId: provider,
    amountMinor: 1_000,
    feeBackMinor: 300,
    pendingMinor: 200,
  })
  expect(entries).toEqual([
    { account: 'refunds_due', amountMinor: -1_000 },
    { account: 'fees', amountMinor: 300 },
    { account: `pending:${provider}`, amountMinor: 200 },
    { account: `earned:${provider}`, amountMinor: 500 },
  ])
})

test('a payment never leaves its lifecycle, and a final state stays final', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...paymentEvents), { maxLength: 30 }), (events) => {
      let state: PaymentState = 'open'
      let decided = false
      for (const event of events) {
        const next = getNextPaymentState(state, event)
        if (next === null) continue
        expect(paymentLifecycle[state][event]?.to).toBe(next)
        if (next === 'capturing') decided = true
        if (next === 'captured') expect(decided || state === 'voiding').toBe(true)
        state = next
      }
      expect(paymentStates).toContain(state)
    }),
    runs,
  )
  for (const last of ['captured', 'voided', 'ended'] as const)
    expect(paymentEvents.every((event) => getNextPaymentState(last, event) === null)).toBe(true)
})

test('a card’s expiry date is accepted in every usual spelling', () => {
  const now = new Date('2026-11-20T09:00:00Z')
  for (const good of ['11/26', '11 / 26', '1/27', '04/2028', '0428', '12-30'])
    expect([good, isValidExpiry(good, now)]).toEqual([good, true])
  for (const bad of ['10/26', '13/27', '00/27', '', '2027', '11/2', 'ab/cd'])
    expect([bad, isValidExpiry(bad, now)]).toEqual([bad, false])
})

const line = fc.oneof(
  fc.record({ of: fc.constantFrom('a', 'b', 'c'), minor: fc.integer({ min: 1, max: 50_000 }) }),
  fc.record({ of: fc.constant(null), minor: fc.integer({ min: -80_000, max: -1 }) }),
)

test('the open bookings of an account sum to what is owed, and a payment settles the oldest first', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.integer({ min: 0, max: 100 }), (lines, percent) => {
      // Each booking is partly refunded afterwards.
      const charged = Map.groupBy(lines, ({ of }) => of)
      const refunds = [...charged].flatMap(([of, all]) =>
        of ? [{ of, minor: -Math.floor((all.reduce((sum, { minor }) => sum + minor, 0) * percent) / 100) }] : [],
      )
      const all = [...lines, ...refunds]
      const owed = all.reduce((sum, { minor }) => sum + minor, 0)
      const items = splitOpenItems(all)
      expect(items.reduce((sum, { openMinor }) => sum + openMinor, 0)).toBe(Math.max(0, owed))
      for (const { amountMinor, openMinor } of items) expect(openMinor > 0 && openMinor <= amountMinor).toBe(true)
      // Only the first open booking can be partly paid.
      for (const { amountMinor, openMinor } of items.slice(1)) expect(openMinor).toBe(amountMinor)
    }),
    runs,
  )
})

test('money that is paid twice by mistake and undone changes no open booking', () => {
  const booked = [
    { of: 'a', minor: 3_000 },
    { of: 'b', minor: 2_000 },
  ]
  const paid = { of: null, minor: -4_000 }
  const undone = { of: null, minor: 4_000 }
  const left = [{ of: 'b', amountMinor: 2_000, openMinor: 1_000 }]
  expect(splitOpenItems([...booked, paid])).toEqual(left)
  expect(splitOpenItems([...booked, paid, paid, undone])).toEqual(left)
})
