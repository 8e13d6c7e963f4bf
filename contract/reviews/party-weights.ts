import { convertHundredths, toHundredths } from '#contract/format.ts'

/** A whole booking, in hundredths. */
const WHOLE = 100

/**
 * What each review of one booking counts as, in hundredths of a booking: whoever booked first, then the others in the
 * order in which they wrote. All count alike, and together they are one booking, so that twelve people at one table do
 * not outweigh twelve bookings, and nobody's word is worth more for having paid. What a hundred does not divide into
 * goes to the first, a hundredth each. The database reckons the same (`party_weight`).
 */
export function getPartyWeights(people: number): number[] {
  const each = Math.floor(WHOLE / people)
  return Array.from({ length: people }, (_, place) => each + (place < WHOLE % people ? 1 : 0))
}

/** What is shown of reviews: how many bookings they are of, the score, and how they fall on 1 to 5 stars. */
interface WeighedScores {
  total: number
  average: number | null
  histogram: [number, number, number, number, number]
}

/** The figures of hundredths by stars. Every page that says a score of reviews says this one; a sum that is kept says the same. */
export function computeWeighedScores(rows: readonly { score: number; hundredths: number }[]): WeighedScores {
  const of = (stars: number) => rows.reduce((sum, { score, hundredths }) => sum + (score === stars ? hundredths : 0), 0)
  const all = [of(1), of(2), of(3), of(4), of(5)] as const
  // Whole numbers until the last step, as where sums are kept: then both round alike.
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
