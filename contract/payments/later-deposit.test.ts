import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeLaterDeposit,
  getDueNow,
  getLaterDepositDue,
  laterDepositTimers,
  leastHoldDays,
} from './later-deposit.ts'

const DAY_MS = 86_400_000
const now = Date.parse('2026-12-01T12:00:00Z')
const inDays = (days: number) => ({ now, startsAt: now + days * DAY_MS, endsAt: now + days * DAY_MS + 3 * 3_600_000 })
const deposit = { depositMinor: 15_000, feeMinor: 3_000, leastMinor: 30 }

describe('A later deposit', () => {
  test('is what the deposit is above the fee, for an event that is too far ahead', () => {
    expect(computeLaterDeposit(deposit, inDays(200), 90)).toBe(12_000)
  })

  test('is zero if the artist is paid within the holding period, or if there is none', () => {
    expect(computeLaterDeposit(deposit, inDays(82), 90)).toBe(0)
    expect(computeLaterDeposit(deposit, inDays(83), 90)).toBe(12_000)
    expect(computeLaterDeposit(deposit, inDays(500), 730)).toBe(0)
    expect(computeLaterDeposit(deposit, inDays(500), null)).toBe(0)
  })

  test('is zero if the deposit is the fee, or one of the parts would be too small for a card', () => {
    expect(computeLaterDeposit({ ...deposit, feeMinor: 15_000 }, inDays(200), 90)).toBe(0)
    expect(computeLaterDeposit({ ...deposit, feeMinor: 14_980 }, inDays(200), 90)).toBe(0)
    expect(computeLaterDeposit({ ...deposit, feeMinor: 0 }, inDays(200), 90)).toBe(14_970)
  })

  test('no part is held longer than the market permits, whatever the amounts and the date', () => {
    const days = fc.integer({ min: 1, max: 540 })
    const holdDays = fc.integer({ min: leastHoldDays, max: 730 })
    fc.assert(
      fc.property(fc.nat(200_000), fc.nat(50_000), days, holdDays, (depositMinor, feeMinor, ahead, hold) => {
        const leastMinor = 30
        const fee = Math.min(feeMinor, depositMinor)
        const when = inDays(ahead)
        const laterMinor = computeLaterDeposit({ depositMinor, feeMinor: fee, leastMinor }, when, hold)
        const nowMinor = depositMinor - laterMinor
        expect(laterMinor === 0 || laterMinor >= leastMinor).toBe(true)
        if (laterMinor === 0) {
          const isShort = when.endsAt + 7 * DAY_MS - now <= hold * DAY_MS
          expect(isShort || depositMinor - Math.max(fee, leastMinor) < leastMinor).toBe(true)
          return
        }
        expect(nowMinor).toBe(Math.max(fee, leastMinor))
        const heldDays = (when.endsAt - getLaterDepositDue(when.startsAt)) / DAY_MS + 7
        expect(heldDays).toBeLessThanOrEqual(hold)
        expect(getLaterDepositDue(when.startsAt)).toBeGreaterThan(now)
      }),
    )
  })

  test('reduces what is due at booking, in major units', () => {
    const at = new Date(getLaterDepositDue(inDays(200).startsAt)).toISOString()
    const quote = { total: 552, deposit: 138.1, laterDeposit: { amount: 110.4, at } }
    expect(getDueNow(quote, false)).toBe(27.7)
    expect(getDueNow({ total: 552, deposit: 138.1 }, false)).toBe(138.1)
    expect(getDueNow({ total: 552, deposit: 138.1 }, true)).toBe(552)
  })

  test('is charged 60 days before the start', () => {
    expect(getLaterDepositDue(inDays(200).startsAt)).toBe(now + (200 - laterDepositTimers.daysBefore) * DAY_MS)
  })
})
