import { convertHundredths, toHundredths } from '#contract/format.ts'

const WHOLE = 100

/**
 * Returns the weights of a booking's reviews in hundredths, the booker's first, then by time. All weights are equal and
 * add up to one booking, so that a party of twelve counts no more than one customer. The remainder goes to the first
 * ones, a hundredth each. The database function `party_weight` computes the same.
 */
export function getPartyWeights(people: number): number[] {
  const each = Math.floor(WHOLE / people)
  return Array.from({ length: people }, (_, place) => each + (place < WHOLE % people ? 1 : 0))
}

interface WeighedScores {
  total: number
  average: number | null
  histogram: [number, number, number, number, number]
}

/** Returns the figures of weighted reviews. All pages use this function, and stored totals match it. */
export function computeWeighedScores(rows: readonly { score: number; hundredths: number }[]): WeighedScores {
  const of = (stars: number) => rows.reduce((sum, { score, hundredths }) => sum + (score === stars ? hundredths : 0), 0)
  const all = [of(1), of(2), of(3), of(4), of(5)] as const
  // Uses integers until the last step, as the database does, so that both round in the same way.
  const total = convertHundredths(all.reduce((sum, n) => sum + n, 0))
  const sum = convertHundredths(all.reduce((sum, n, i) => sum + n * (i + 1), 0))
  const [one, two, three, four, five] = all
  return {
    total,
    average: total > 0 ? toHundredths(sum / total) : null,
    histogram: [
      convertHundredths(one),
      convertHundredths(two),
      convertHundredths(three),
      convertHundredths(four),
      convertHundredths(five),
    ],
  }
}
