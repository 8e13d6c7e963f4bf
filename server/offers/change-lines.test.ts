import { depositShares } from '#contract/providers/profile-rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toMajor, type Minor } from '#contract/money.ts'
import { type Job, type Price, priceOf } from '#contract/price.ts'
import type { QuoteBody } from '#server/search/index.ts'
import { changeLines } from './offers.ts'

const runs = process.env['PROVE'] ? 5_000 : 300

const bodyOf = (job: Job, { lines, totalMinor, feeMinor, depositMinor, balanceMinor }: Price): QuoteBody => ({
  asked: 'this',
  terms: {
    costsMinor: lines.map(({ costMinor }) => costMinor),
    percent: job.percent,
    floorMinor: job.floorMinor,
    capMinor: job.capMinor,
    share: job.depositShare,
    minimumMinor: job.minimumJobMinor,
  },
  mode: 'mobile',
  lines: lines.map(({ kind, count, unitMinor, amountMinor }) => ({
    kind,
    label: kind,
    count,
    unit: toMajor(unitMinor),
    amount: toMajor(amountMinor),
    parts: [],
    people: null,
    minutes: null,
  })),
  total: toMajor(totalMinor),
  fee: toMajor(feeMinor),
  deposit: toMajor(depositMinor),
  balance: toMajor(balanceMinor),
  currency: 'GBP',
  plan: null,
  policy: { kind: 'fair', steps: [], coolingHours: 24 },
})

const cost = fc.integer({ min: 1, max: 300 }).map((whole): Minor => whole * 100)
const job = fc.record({
  percent: fc.integer({ min: 0, max: 50 }),
  looks: fc.array(
    fc.record({
      count: fc.integer({ min: 1, max: 5 }),
      services: cost.map((costMinor) => [{ id: 'makeup', costMinor }]),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  travel: fc.constantFrom(null, { metres: 9_000, freeMetres: 1_000, metresPerUnit: 1_000, costPerUnitMinor: 150 }),
  earlyFeeMinor: fc.constantFrom(0, 2_500),
  minimumJobMinor: fc.integer({ min: 0, max: 2_000 }).map((whole): Minor => whole * 100),
  depositShare: fc.integer({ min: depositShares.least, max: depositShares.most }),
  floorMinor: fc.option(fc.integer({ min: 1, max: 9_000 })),
  capMinor: fc.option(fc.integer({ min: 9_100, max: 60_000 })),
})

test('an offer with changed earnings costs the same as if the artist’s prices had been these from the start', () => {
  fc.assert(
    fc.property(job, fc.array(cost, { minLength: 4, maxLength: 4 }), (before, costs) => {
      const looks = before.looks.map((look, i) => ({
        ...look,
        services: [{ id: 'makeup', costMinor: costs[i] ?? look.services[0]?.costMinor ?? 0 }],
      }))
      const after = { ...before, looks }
      const changed = changeLines(
        bodyOf(before, priceOf(before)),
        new Map(looks.map(({ services }, i) => [i, services[0]?.costMinor ?? 0])),
      )
      const wanted = bodyOf(after, priceOf(after))
      const sums = ({ total, fee, deposit, balance, terms, lines }: QuoteBody) => ({
        total,
        fee,
        deposit,
        balance,
        terms,
        lines: lines.map(({ kind, count, amount }) => [kind, count, amount]),
      })
      expect(sums(changed)).toEqual(sums(wanted))
    }),
    { numRuns: runs },
  )
})

test('a makeup that earns 70 instead of 44 under a minimum of 110 costs 131, not 161', () => {
  const before: Job = {
    percent: 15,
    looks: [{ count: 1, services: [{ id: 'makeup', costMinor: 4_400 }] }],
    travel: null,
    earlyFeeMinor: 0,
    minimumJobMinor: 11_000,
    depositShare: 25,
  }
  const body = bodyOf(before, priceOf(before))
  expect(body.total).toBe(130)
  expect(changeLines(body, new Map([[0, 7_000]])).total).toBe(131)
  const old = { ...body, terms: { ...body.terms, minimumMinor: undefined } }
  expect(changeLines(old, new Map([[0, 7_000]])).total).toBe(131)
  expect(changeLines(body, new Map([[0, 12_000]])).lines.map(({ kind }) => kind)).toEqual(['look'])
  expect(
    changeLines(
      body,
      new Map([
        [0, 7_000],
        [1, 1_000],
      ]),
    ).total,
  ).toBe(95)
})
