import { expect, test } from 'vitest'
import { computePromo, addPromoLine } from '#contract/payments/promo.ts'
import { type CostedLine, sumLines } from '#contract/price-lines.ts'
import { replaceTrial } from '#contract/preparation/trial-price.ts'
import { getDaySums } from './trial-money.ts'

test('the fee of the day alone never exceeds its deposit, whatever discount an artist’s code gave on the trial', () => {
  const of = { percent: 37, share: 35, minimumMinor: 0 }
  const look = (count: number, unit: number, costMinor: number): CostedLine => ({
    line: {
      kind: 'look',
      label: 'Makeup',
      count,
      unit,
      amount: count * unit,
      parts: [],
      people: null,
      minutes: null,
    },
    costMinor,
  })
  const tried = [
    { costMinor: 48_586, deducted: false },
    { costMinor: 13_973, deducted: true },
    { costMinor: 15_167, deducted: true },
    { costMinor: 1_502, deducted: false },
  ]
  const day = [look(1, 26, 1_610), look(2, 11, 663)]
  const lines = replaceTrial(day, tried, { percent: of.percent, label: 'Trial: Makeup' })
  const taken = computePromo(lines, of, { giver: 'provider', worth: { amountMinor: 92_151 } })
  const booked = addPromoLine(lines, of, { giver: 'provider', label: 'Code', ...taken })
  const { totalMinor, depositMinor, feeMinor } = sumLines(booked, of)
  const body = {
    lines: booked.map(({ line }) => line),
    terms: { ...of, costsMinor: booked.map(({ costMinor }) => costMinor) },
  }
  const row = { total_minor: totalMinor, deposit_minor: depositMinor, fee_minor: feeMinor, body }
  const alone = getDaySums(row as unknown as Parameters<typeof getDaySums>[0])
  expect(alone.fee_minor).toBeLessThanOrEqual(Math.min(row.fee_minor, alone.deposit_minor))
  expect(alone.deposit_minor).toBeLessThanOrEqual(alone.total_minor)
})
