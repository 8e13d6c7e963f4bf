import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CheckKind, type MarketCheck } from '#contract/providers/checks/checks.ts'
import { forEver, hasBadge, getCheckExpiry, isCheckValid } from './badge.ts'

const kinds = CheckKind.options
const asked = fc.constantFrom('required' as const, 'wanted' as const, 'off' as const)
const market = fc
  .tuple(...kinds.map(() => asked))
  .map((all) => kinds.map((kind, i) => ({ kind, asked: all[i] as MarketCheck['asked'] })))
const day = fc
  .integer({ min: 0, max: 4_000 })
  .map((n) => new Date(Date.UTC(2025, 0, 1) + n * 86_400_000).toISOString().slice(0, 10))
const held = fc.dictionary(fc.constantFrom(...kinds), fc.oneof(day, fc.constant(forEver)))

test('the badge is shown exactly when all required checks are valid, and never without requirements', () => {
  fc.assert(
    fc.property(market, held, day, (checks, has, today) => {
      const needed = checks.filter((check) => check.asked === 'required')
      const lacking = needed.filter(({ kind }) => (has[kind] ?? '0') < today)
      expect(hasBadge(checks, has, today)).toBe(needed.length > 0 && lacking.length === 0)
    }),
  )
})

test('a check is valid on its last day and expires the next', () => {
  expect(isCheckValid({ insurance: '2026-11-20' }, 'insurance', '2026-11-20')).toBe(true)
  expect(isCheckValid({ insurance: '2026-11-20' }, 'insurance', '2026-11-21')).toBe(false)
  expect(isCheckValid({}, 'insurance', '2026-11-20')).toBe(false)
  expect(isCheckValid({ identity: forEver }, 'identity', '2090-01-01')).toBe(true)
})

test('a document is valid until its own date, but no longer than the market allows', () => {
  const until = (holdsMonths: number | null, own: string | null) => getCheckExpiry({ holdsMonths }, '2026-08-31', own)
  expect(until(null, null)).toBeNull()
  expect(until(6, null)).toBe('2027-02-28')
  expect(until(null, '2027-01-15')).toBe('2027-01-15')
  expect(until(6, '2027-01-15')).toBe('2027-01-15')
  expect(until(6, '2029-01-15')).toBe('2027-02-28')
})
