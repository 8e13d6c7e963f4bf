import { toPercent, toHundredths } from '#contract/format.ts'
export type Signals = {
  reviewCount: number
  reviewSum: number
  /** Median response time in minutes; null without requests. */
  answerMinutes: number | null
  answeredPercent: number | null
  cancelledPercent: number
  /** Whether the profile shows pictures of work. */
  hasWork: boolean
}

export type Factor = 'rating' | 'answerTime' | 'answered' | 'cancellations' | 'distance' | 'price' | 'newness'

/**
 * Weights of the factors of 'Recommended', out of 100 points. Public: nothing else affects the position, except points
 * lost without pictures of work.
 */
export const weights: Record<Factor, number> = {
  rating: 34,
  answerTime: 12,
  answered: 12,
  cancellations: 14,
  distance: 14,
  price: 10,
  newness: 4,
}

/** Points that an artist loses in 'Recommended' while the profile shows no picture of work. Public. */
export const missingWorkPoints = 10

/** Typical values. A factor is given as a reason by how far it exceeds them. */
const usual: Record<Factor, number> = {
  rating: 0.68,
  answerTime: 0.35,
  answered: 0.88,
  cancellations: 0.85,
  distance: 0.6,
  price: 0.5,
  newness: 0.2,
}

/** Bayesian prior: mean score, and its weight in reviews. */
const priorReviews = { mean: 4.5, count: 10 } as const
export const newBelow = 5
const settledAt = 20
const farMetres = 30_000
const slowMinutes = 1_440
const worstCancelledPercent = 10

const within01 = (value: number) => (value < 0 ? 0 : value > 1 ? 1 : value)

/** Returns the Bayesian average score, close to the prior with few reviews. */
export const computeBayesianRating = (reviewCount: number, reviewSum: number): number =>
  (reviewSum + priorReviews.mean * priorReviews.count) / (reviewCount + priorReviews.count)

const standing: Record<Exclude<Factor, 'distance' | 'price'>, (s: Signals) => number> = {
  rating: (s) => within01((computeBayesianRating(s.reviewCount, s.reviewSum) - 3.5) / 1.5),
  answerTime: (s) =>
    s.answerMinutes === null ? usual.answerTime : within01(1 - Math.log1p(s.answerMinutes) / Math.log1p(slowMinutes)),
  answered: (s) => (s.answeredPercent === null ? usual.answered : s.answeredPercent / toPercent(1)),
  cancellations: (s) => within01(1 - s.cancelledPercent / worstCancelledPercent),
  newness: (s) => within01(1 - s.reviewCount / settledAt),
}

const nearness = (metres: number) => within01(1 - metres / farMetres)
/** Half the points at the median price of fitting artists; the default without a price or median. */
const cheapness = (price: number | null, middle: number) =>
  price === null || middle === 0 ? usual.price : within01(1.5 - price / middle)

export const computeBasePoints = (s: Signals): number =>
  weights.rating * standing.rating(s) +
  weights.answerTime * standing.answerTime(s) +
  weights.answered * standing.answered(s) +
  weights.cancellations * standing.cancellations(s) +
  weights.newness * standing.newness(s) -
  (s.hasWork ? 0 : missingWorkPoints)

/** Points for distance, and for price relative to the median. */
export const searchPoints = (metres: number, price: number | null, middle: number): number =>
  weights.distance * nearness(metres) + weights.price * cheapness(price, middle)

export const mostSearchPoints = weights.distance + weights.price + 1

/** Returns the two strongest factors of a position as text keys with values. */
export function explainPosition(
  s: Signals,
  metres: number,
  price: number | null,
  middle: number,
): { factor: string; value: number | null }[] {
  const near = nearness(metres)
  const cheap = cheapness(price, middle)
  const few = s.reviewCount < newBelow
  const reasons: { factor: string; value: number | null; holds: boolean; points: number }[] = [
    {
      factor: few ? 'rating.few' : 'rating',
      value: s.reviewCount ? toHundredths(s.reviewSum / s.reviewCount) : null,
      holds: s.reviewCount > 0 && s.reviewSum / s.reviewCount >= 4.5,
      points: above('rating', standing.rating(s)),
    },
    {
      factor: 'answer',
      value: s.answerMinutes,
      holds: s.answerMinutes !== null,
      points: above('answerTime', standing.answerTime(s)),
    },
    {
      factor: 'answered',
      value: s.answeredPercent,
      holds: s.answeredPercent !== null,
      points: above('answered', standing.answered(s)),
    },
    {
      factor: 'reliable',
      value: null,
      holds: s.cancelledPercent === 0 && !few,
      points: above('cancellations', standing.cancellations(s)),
    },
    { factor: 'distance', value: Math.round(metres), holds: true, points: above('distance', near) },
    {
      factor: cheap > 0.55 ? 'price' : 'price.mid',
      value: null,
      holds: price !== null && cheap >= 0.45,
      points: above('price', cheap),
    },
    { factor: 'new', value: null, holds: few, points: above('newness', standing.newness(s)) },
  ]
  return reasons
    .filter((r) => r.holds && r.points >= 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, 2)
    .map(({ factor, value }) => ({ factor, value }))
}

const above = (factor: Factor, value: number) => weights[factor] * (value - usual[factor])
