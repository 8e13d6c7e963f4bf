import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { getDayNumber, type FeePayer, type FeeRule, Fees, getFeeStanding } from './fees.ts'

if (process.env.PROVE) vi.setConfig({ testTimeout: 600_000 })
const runs = { numRuns: process.env.PROVE ? 20_000 : 400 }
const dayMs = 86_400_000

const day = fc.integer({ min: 20_000, max: 21_000 }).map((n) => new Date(n * dayMs).toISOString().slice(0, 10))
const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 2 })
const rule: fc.Arbitrary<Omit<FeeRule, 'id'>> = fc
  .record({
    countryCode: some(fc.constantFrom('GB', 'US')),
    categoryId: some(fc.constantFrom(1, 2)),
    providerNo: some(fc.constantFrom(7, 8)),
    percent: fc.integer({ min: 0, max: 50 }),
    days: fc.tuple(day, some(day)),
    firstBookings: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 1 }),
    firstMonths: fc.option(fc.integer({ min: 1, max: 14 }), { freq: 1 }),
    floorMinor: some(fc.integer({ min: 1, max: 900 })),
    capMinor: some(fc.integer({ min: 1_000, max: 9_000 })),
  })
  .map(({ days: [a, b], ...of }) => ({
    ...of,
    countryCode: of.providerNo === null ? of.countryCode : null,
    firstOn: b === null || a < b ? a : b,
    lastOn: b === null ? null : a < b ? b : a,
  }))

const scopeOf = (r: Omit<FeeRule, 'id'>) =>
  [r.countryCode, r.categoryId, r.providerNo, r.firstBookings !== null || r.firstMonths !== null].join()
const meet = (a: Omit<FeeRule, 'id'>, b: Omit<FeeRule, 'id'>) =>
  scopeOf(a) === scopeOf(b) && a.firstOn <= (b.lastOn ?? '9999') && b.firstOn <= (a.lastOn ?? '9999')
/** As the database constraint requires, no two rules of the same scope overlap. */
const rules = fc
  .array(rule, { maxLength: 9 })
  .map((all) =>
    all
      .filter((one, i) => !all.slice(0, i).some((before) => meet(one, before)))
      .map((one, i): FeeRule => ({ ...one, id: String(i) })),
  )
const payer = fc.record({
  no: fc.constantFrom(7, 8, 9),
  bookings: fc.integer({ min: 0, max: 12 }),
  since: fc.integer({ min: 19_500, max: 21_000 }),
})
const ask = fc.record({
  countryCode: fc.constantFrom('GB', 'US', 'AU'),
  categoryId: fc.constantFrom(1, 2, 3),
  day,
  usual: fc.constant(15),
})

const addMonths = (iso: string, months: number): string => {
  const [y = 0, m = 1, d = 1] = iso.split('-').map(Number)
  const month = m - 1 + months
  const year = y + Math.floor(month / 12)
  const lasts = new Date(Date.UTC(year, (month % 12) + 1, 0)).getUTCDate()
  const two = (n: number) => String(n).padStart(2, '0')
  return `${year}-${two((month % 12) + 1)}-${two(Math.min(d, lasts))}`
}

/** A naive implementation: all applicable rules, then the most specific. */
function holdingOf(all: readonly FeeRule[], on: Parameters<typeof getFeeStanding>[1], who: FeePayer): FeeRule | null {
  const live = new Date(who.since * dayMs).toISOString().slice(0, 10)
  const holds = all.filter(
    (r) =>
      on.day >= r.firstOn &&
      (r.lastOn === null || on.day <= r.lastOn) &&
      (r.countryCode === null || r.countryCode === on.countryCode) &&
      (r.categoryId === null || r.categoryId === on.categoryId) &&
      (r.providerNo === null || r.providerNo === who.no) &&
      (r.firstBookings === null || who.bookings < r.firstBookings) &&
      (r.firstMonths === null || on.day < addMonths(live, r.firstMonths)),
  )
  const order = ['providerNo', 'categoryId', 'countryCode'] as const
  const names = (r: FeeRule) => [
    ...order.map((part) => (r[part] === null ? 1 : 0)),
    r.firstBookings === null && r.firstMonths === null ? 1 : 0,
  ]
  return holds.sort((a, b) => names(a).join('').localeCompare(names(b).join('')))[0] ?? null
}

describe('The applicable fee', () => {
  test('the most specific rule of the day for the artist applies, otherwise the default percentage', () => {
    fc.assert(
      fc.property(rules, ask, payer, (all, on, who) => {
        const fee = new Fees(all, on).of(who)
        const rule = holdingOf(all, on, who)
        expect(fee.rule?.id ?? null).toBe(rule?.id ?? null)
        expect([fee.percent, fee.floorMinor, fee.capMinor]).toEqual(
          rule ? [rule.percent, rule.floorMinor, rule.capMinor] : [15, null, null],
        )
      }),
      runs,
    )
  })

  test('the fee is the same for everyone if it is declared not to vary', () => {
    fc.assert(
      fc.property(rules, ask, fc.array(payer, { minLength: 1, maxLength: 20 }), (all, on, people) => {
        const fees = new Fees(all, on)
        if (fees.varies) return
        for (const who of people) expect(holdingOf(all, on, who)?.id).toBe(fees.usual.rule?.id)
      }),
      runs,
    )
  })

  test('two fees have the same mark only if they are equal', () => {
    fc.assert(
      fc.property(rules, rules, ask, payer, (all, others, on, who) => {
        const [one, other] = [new Fees(all, on), new Fees(others, on)]
        if (one.mark === other.mark) expect(one.of(who)).toEqual(other.of(who))
      }),
      runs,
    )
  })

  test('a fee is described with its last day and the number of bookings left', () => {
    fc.assert(
      fc.property(rules, ask, payer, (all, on, who) => {
        const { fee, until, bookingsLeft } = getFeeStanding(all, on, who)
        const at = (n: number) =>
          holdingOf(all, { ...on, day: new Date(n * dayMs).toISOString().slice(0, 10) }, who)?.id
        const today = getDayNumber(on.day)
        const end = until === null ? today + 1_700 : getDayNumber(until)
        for (let n = today; n <= end; n++) expect(at(n)).toBe(fee.rule?.id)
        if (until !== null) expect(at(end + 1)).not.toBe(fee.rule?.id)
        expect(bookingsLeft).toBe(fee.rule?.firstBookings ? fee.rule.firstBookings - who.bookings : null)
        if (bookingsLeft !== null) expect(bookingsLeft).toBeGreaterThan(0)
      }),
      { numRuns: process.env.PROVE ? 1_000 : 60 },
    )
  })
})
