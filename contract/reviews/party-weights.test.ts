import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHundredths } from '#contract/format.ts'
import { getPartyWeights, computeWeighedScores } from './party-weights.ts'

const runs = { numRuns: process.env['PROVE'] ? 5_000 : 300 }
const stars = fc.integer({ min: 1, max: 5 })
const party = fc.array(stars, { minLength: 1, maxLength: 21 })
const rowsOf = (scores: readonly number[]) =>
  getPartyWeights(scores.length).map((hundredths, i) => ({ hundredths, score: scores[i] as number }))

test('a booking counts once for any number of reviewers, and all reviewers weigh the same to the hundredth', () => {
  expect(getPartyWeights(1)).toEqual([100])
  expect(getPartyWeights(4)).toEqual([25, 25, 25, 25])
  expect(getPartyWeights(3)).toEqual([34, 33, 33])
  for (let people = 1; people <= 21; people++) {
    const weights = getPartyWeights(people)
    expect(weights).toHaveLength(people)
    expect(weights.reduce((sum, n) => sum + n, 0)).toBe(100)
    expect(Math.max(...weights) - Math.min(...weights)).toBeLessThanOrEqual(1)
    expect(weights).toEqual(weights.toSorted((a, b) => b - a))
  }
})

test('a party of any size moves a score no further than one booking', () => {
  fc.assert(
    fc.property(fc.array(stars, { minLength: 1, maxLength: 30 }), party, (others, scores) => {
      const before = others.flatMap((score) => rowsOf([score]))
      const sum = others.reduce((all, score) => all + score, 0)
      const after = computeWeighedScores([...before, ...rowsOf(scores)])
      expect(after.total).toBe(others.length + 1)
      const most = toHundredths((sum + Math.max(...scores)) / (others.length + 1))
      const least = toHundredths((sum + Math.min(...scores)) / (others.length + 1))
      expect(after.average).toBeGreaterThanOrEqual(least)
      expect(after.average).toBeLessThanOrEqual(most)
    }),
    runs,
  )
})

test('a better review of anyone in a party never lowers the score, and unanimous reviews count as one', () => {
  fc.assert(
    fc.property(party, fc.nat(), stars, (scores, at, agreed) => {
      const i = at % scores.length
      const better = scores.with(i, Math.min(5, (scores[i] as number) + 1))
      const average = (of: readonly number[]) => computeWeighedScores(rowsOf(of)).average as number
      expect(average(better)).toBeGreaterThanOrEqual(average(scores))
      expect(average(scores.map(() => agreed))).toBe(agreed)
      // The order of reviews changes at most the rounding.
      expect(Math.abs(average(scores.toReversed()) - average(scores))).toBeLessThanOrEqual(0.8)
    }),
    runs,
  )
})

test('bars add up to the count, and a stored sum gives the same score', () => {
  fc.assert(
    fc.property(fc.array(party, { maxLength: 12 }), (parties) => {
      const rows = parties.flatMap(rowsOf)
      const { total, average, histogram } = computeWeighedScores(rows)
      expect(total).toBe(parties.length)
      expect(toHundredths(histogram.reduce((sum, n) => sum + n, 0))).toBe(parties.length)
      const kept = rows.reduce((sum, { hundredths, score }) => sum + hundredths * score, 0) / 100
      expect(average).toBe(parties.length ? toHundredths(kept / parties.length) : null)
    }),
    runs,
  )
})
