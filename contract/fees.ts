import type { Minor } from './money.ts'

/** A fee rule for a period, by market, category or artist. The most specific rule wins. */
export type FeeRule = {
  id: string
  countryCode: string | null
  categoryId: number | null
  providerNo: number | null
  percent: number
  /** First and last day in the market's calendar; null means no end. */
  firstOn: string
  lastOn: string | null
  /**
   * For an introductory rule: it applies below this number of completed bookings, and within this many months after
   * going live.
   */
  firstBookings: number | null
  firstMonths: number | null
  floorMinor: Minor | null
  capMinor: Minor | null
}

/** The platform's fee: whole per cent of each line, and minimum and maximum for the whole job. */
export type FeeTerms = { percent: number; floorMinor?: Minor | null; capMinor?: Minor | null }

/** The fee that applies; `rule` is null for the category's default. */
export type Fee = { percent: number; floorMinor: Minor | null; capMinor: Minor | null; rule: FeeRule | null }

/**
 * The facts about an artist that decide the fee: number, completed bookings, and the day of going live (days since
 * 1970).
 */
export type FeePayer = { no: number; bookings: number; since: number }

/** Where and when a fee applies; `usual` is the category's default percent. */
export type FeeAsk = { countryCode: string; categoryId: number; day: string; usual: number }

const dayMs = 86_400_000
const isoOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
export const getDayNumber = (iso: string): number => Date.parse(iso) / dayMs

/** Returns the day that is so many months later, or the last day of that month if it is shorter. */
function monthsAfter(day: number, months: number): number {
  const from = new Date(day * dayMs)
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0))
  return Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(from.getUTCDate(), last.getUTCDate())) / dayMs
}

export const isIntroductory = (rule: Pick<FeeRule, 'firstBookings' | 'firstMonths'>): boolean =>
  rule.firstBookings !== null || rule.firstMonths !== null

/** Returns how specific a rule is: artist before category before market, introductory first among equals. */
export const rankOf = (rule: FeeRule): number =>
  (rule.providerNo === null ? 0 : 8) +
  (rule.categoryId === null ? 0 : 4) +
  (rule.countryCode === null ? 0 : 2) +
  (isIntroductory(rule) ? 1 : 0)

/**
 * A candidate rule with its conditions: an upper bound of completed bookings, and the day after which the artist must
 * have gone live.
 */
type Step = { fee: Fee; bookingsBelow: number; sinceAfter: number }

const feeOf = (rule: FeeRule): Fee => ({
  percent: rule.percent,
  floorMinor: rule.floorMinor,
  capMinor: rule.capMinor,
  rule,
})

function stepOf(rule: FeeRule, today: number): Step {
  let sinceAfter = Number.NEGATIVE_INFINITY
  if (rule.firstMonths !== null) {
    // The latest day of going live for which the introductory months are over.
    sinceAfter = today
    while (monthsAfter(sinceAfter, rule.firstMonths) > today) sinceAfter--
  }
  return { fee: feeOf(rule), bookingsBelow: rule.firstBookings ?? Number.POSITIVE_INFINITY, sinceAfter }
}

/** Returns the candidate rules from the most specific to the first without conditions. */
function stepsOf(rules: readonly FeeRule[], today: number): Step[] {
  const steps = rules.toSorted((a, b) => rankOf(b) - rankOf(a)).map((rule) => stepOf(rule, today))
  const last = steps.findIndex(({ fee }) => fee.rule !== null && !isIntroductory(fee.rule))
  return last < 0 ? steps : steps.slice(0, last + 1)
}

/** Returns whether a rule applies to this market, category and day, for any artist. */
const isAbout = (rule: FeeRule, { countryCode, categoryId, day }: FeeAsk): boolean =>
  rule.firstOn <= day &&
  (rule.lastOn === null || rule.lastOn >= day) &&
  (rule.countryCode === null || rule.countryCode === countryCode) &&
  (rule.categoryId === null || rule.categoryId === categoryId)

/** The fees of one market, category and day, by artist. */
export class Fees {
  readonly usual: Fee
  readonly varies: boolean
  /** Cache key, which is equal for equal fees. */
  readonly mark: string
  readonly #general: readonly Step[]
  readonly #own = new Map<number, readonly Step[]>()

  constructor(rules: readonly FeeRule[], ask: FeeAsk) {
    const today = getDayNumber(ask.day)
    const holding = rules.filter((rule) => isAbout(rule, ask))
    const steps = stepsOf(
      holding.filter(({ providerNo }) => providerNo === null),
      today,
    )
    const last = steps.at(-1)?.fee
    this.usual =
      last?.rule && !isIntroductory(last.rule)
        ? last
        : { percent: ask.usual, floorMinor: null, capMinor: null, rule: null }
    this.#general = steps.filter(({ fee }) => fee !== this.usual)
    const own = Map.groupBy(holding, ({ providerNo }) => providerNo)
    for (const [no, of] of own) if (no !== null) this.#own.set(no, stepsOf(of, today))
    this.varies = this.#general.length > 0 || this.#own.size > 0
    this.mark = JSON.stringify([ask.usual, this.varies ? ask.day : '', holding])
  }

  /**
   * Returns the values at which the fee may change: booking counts, days of going live, and artists with their own
   * rule.
   */
  get edges(): { bookings: number[]; since: number[]; own: number[] } {
    const steps = [...this.#general, ...[...this.#own.values()].flat()]
    const finite = (values: number[]) => [...new Set(values.filter(Number.isFinite))].sort((a, b) => a - b)
    return {
      bookings: finite(steps.map(({ bookingsBelow }) => bookingsBelow)),
      since: finite(steps.map(({ sinceAfter }) => sinceAfter + 1)),
      own: [...this.#own.keys()],
    }
  }

  of({ no, bookings, since }: FeePayer): Fee {
    return this.varies ? this.at(no, bookings, since) : this.usual
  }

  /** Returns the fee like `of`, but without allocating an object, for queries over 100,000 artists. */
  at(no: number, bookings: number, since: number): Fee {
    const own = this.#own.size > 0 ? this.#own.get(no) : undefined
    return (own && first(own, bookings, since)) ?? first(this.#general, bookings, since) ?? this.usual
  }
}

export const createFlatFees = (percent: number): Fees =>
  new Fees([], { countryCode: '', categoryId: 0, day: '1970-01-01', usual: percent })

function first(steps: readonly Step[], bookings: number, since: number): Fee | undefined {
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as Step
    if (bookings < step.bookingsBelow && since > step.sinceAfter) return step.fee
  }
  return undefined
}

/**
 * An artist's fee today and its end: its last day, and the number of further bookings at this fee. Null means no end.
 */
export type FeeStanding = { fee: Fee; until: string | null; bookingsLeft: number | null }

export function getFeeStanding(rules: readonly FeeRule[], ask: FeeAsk, payer: FeePayer): FeeStanding {
  const today = getDayNumber(ask.day)
  const fee = new Fees(rules, ask).of(payer)
  const days = rules.flatMap((rule) => [
    getDayNumber(rule.firstOn),
    ...(rule.lastOn === null ? [] : [getDayNumber(rule.lastOn) + 1]),
    ...(rule.firstMonths === null ? [] : [monthsAfter(payer.since, rule.firstMonths)]),
  ])
  const changes = [...new Set(days.filter((day) => day > today))].sort((a, b) => a - b)
  const next = changes.find((day) => {
    const then = new Fees(rules, { ...ask, day: isoOf(day) }).of(payer)
    return then.rule?.id !== fee.rule?.id
  })
  const left = fee.rule?.firstBookings ?? null
  return {
    fee,
    until: next === undefined ? null : isoOf(next - 1),
    bookingsLeft: left === null ? null : left - payer.bookings,
  }
}
