import type { Minor } from './money.ts'

/** A fee that holds for a while, for a market, a kind of work or one artist; the more it names, the more particular it is. */
export type FeeRule = {
  id: string
  countryCode: string | null
  categoryId: number | null
  /** The artist's number. */
  providerNo: number | null
  percent: number
  /** Its first and last day, as the market's calendar has them; without a last one it stays. */
  firstOn: string
  lastOn: string | null
  /** Introductory: while an artist has kept fewer bookings than that, and for so many months after they went live. */
  firstBookings: number | null
  firstMonths: number | null
  /** What the fee of a whole job is at least and at most. */
  floorMinor: Minor | null
  capMinor: Minor | null
}

/** What the platform takes of a price: its whole percent of every line, and bounds for the whole job. */
export type FeeTerms = { percent: number; floorMinor?: Minor | null; capMinor?: Minor | null }

/** The fee that holds for somebody; without a rule it is the usual one of the category. */
export type Fee = { percent: number; floorMinor: Minor | null; capMinor: Minor | null; rule: FeeRule | null }

/** What of an artist decides their fee: number, bookings that they kept, and the day since 1970 on which they went live. */
export type FeePayer = { no: number; bookings: number; since: number }

/** Where and when a fee is asked for; `usual` is the category's own percent. */
export type FeeAsk = { countryCode: string; categoryId: number; day: string; usual: number }

const dayMs = 86_400_000
const isoOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
export const getDayNumber = (iso: string): number => Date.parse(iso) / dayMs

/** The day on which so many months after a day are over: where the month has no such day, its last. */
function monthsAfter(day: number, months: number): number {
  const from = new Date(day * dayMs)
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0))
  return Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(from.getUTCDate(), last.getUTCDate())) / dayMs
}

export const isIntroductory = (rule: Pick<FeeRule, 'firstBookings' | 'firstMonths'>): boolean =>
  rule.firstBookings !== null || rule.firstMonths !== null

/** How particular a rule is: an artist's own goes before a category's, that before a market's, and of two for the same an introductory one. */
export const rankOf = (rule: FeeRule): number =>
  (rule.providerNo === null ? 0 : 8) +
  (rule.categoryId === null ? 0 : 4) +
  (rule.countryCode === null ? 0 : 2) +
  (isIntroductory(rule) ? 1 : 0)

/** A rule that may hold, with what an artist must be for it to: how many bookings they have not yet kept, and since when at the earliest they are live. */
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
    // Whoever came later has longer: the last day whose months are over parts them.
    sinceAfter = today
    while (monthsAfter(sinceAfter, rule.firstMonths) > today) sinceAfter--
  }
  return { fee: feeOf(rule), bookingsBelow: rule.firstBookings ?? Number.POSITIVE_INFINITY, sinceAfter }
}

/** From the most particular on, until one that holds for everybody. */
function stepsOf(rules: readonly FeeRule[], today: number): Step[] {
  const steps = rules.toSorted((a, b) => rankOf(b) - rankOf(a)).map((rule) => stepOf(rule, today))
  const last = steps.findIndex(({ fee }) => fee.rule !== null && !isIntroductory(fee.rule))
  return last < 0 ? steps : steps.slice(0, last + 1)
}

/** Whether a rule has a say there on that day, whomever it is for. */
const isAbout = (rule: FeeRule, { countryCode, categoryId, day }: FeeAsk): boolean =>
  rule.firstOn <= day &&
  (rule.lastOn === null || rule.lastOn >= day) &&
  (rule.countryCode === null || rule.countryCode === countryCode) &&
  (rule.categoryId === null || rule.categoryId === categoryId)

/** The fees of one market, category and day: which holds for whom. */
export class Fees {
  /** Of whoever no introductory rule and none of their own is for. */
  readonly usual: Fee
  /** Whether it depends on the artist. */
  readonly varies: boolean
  /** Says the same wherever the fees are the same. */
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

  /** Where among artists the fee may change: at these counts of bookings, on these days of going live, and for these of their own. */
  get edges(): { bookings: number[]; since: number[]; own: number[] } {
    const steps = [...this.#general, ...[...this.#own.values()].flat()]
    const finite = (values: number[]) => [...new Set(values.filter(Number.isFinite))].sort((a, b) => a - b)
    return {
      bookings: finite(steps.map(({ bookingsBelow }) => bookingsBelow)),
      since: finite(steps.map(({ sinceAfter }) => sinceAfter + 1)),
      own: [...this.#own.keys()],
    }
  }

  /** The fee of one artist. */
  of({ no, bookings, since }: FeePayer): Fee {
    return this.varies ? this.at(no, bookings, since) : this.usual
  }

  /** The same without an object, for whoever asks of a hundred thousand. */
  at(no: number, bookings: number, since: number): Fee {
    const own = this.#own.size > 0 ? this.#own.get(no) : undefined
    return (own && first(own, bookings, since)) ?? first(this.#general, bookings, since) ?? this.usual
  }
}

/** The same percent for everybody. */
export const createFlatFees = (percent: number): Fees =>
  new Fees([], { countryCode: '', categoryId: 0, day: '1970-01-01', usual: percent })

function first(steps: readonly Step[], bookings: number, since: number): Fee | undefined {
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as Step
    if (bookings < step.bookingsBelow && since > step.sinceAfter) return step.fee
  }
  return undefined
}

/** What holds for one artist today, and for how long: the last day, and how many bookings they may still keep before it changes; null where nothing ends it. */
export type FeeStanding = { fee: Fee; until: string | null; bookingsLeft: number | null }

/** The fee of an artist with its end, as the rules stand today. */
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
