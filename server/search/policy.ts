import type { PolicyTerms } from '#contract/quotes.ts'
import type { Day } from '#server/platform/event-day.ts'

export type PolicyKind = PolicyTerms['kind']

/** Share of the deposit that comes back until so many hours before the planned start; later than the last, nothing. */
export const policies: Record<PolicyKind, readonly { share: number; hoursBefore: number }[]> = {
  flexible: [{ share: 100, hoursBefore: 24 }],
  fair: [{ share: 100, hoursBefore: 7 * 24 }, { share: 50, hoursBefore: 48 }],
  strict: [{ share: 100, hoursBefore: 30 * 24 }, { share: 50, hoursBefore: 14 * 24 }],
}

const hourMs = 3_600_000
const coolingDays = 14

/** The policy with its dates for one planned start; without a start, without dates. */
export function policyTerms(kind: PolicyKind, startsAt: number | null, day: Day, now: number): PolicyTerms {
  const steps = policies[kind].map(({ share, hoursBefore }) => ({
    share, hoursBefore, until: startsAt === null ? null : day.iso(startsAt - hoursBefore * hourMs),
  }))
  const eventAt = startsAt ?? day.at(0)
  return { kind, steps: [...steps, { share: 0, until: null, hoursBefore: null }], coolingHours: eventAt - now > coolingDays * 24 * hourMs ? 24 : 0.25 }
}

/** The instant until which the whole deposit comes back, or null once it has passed. */
export function freeUntil(kind: PolicyKind, startsAt: number, now: number): number | null {
  const whole = policies[kind].find((step) => step.share === 100)
  const until = startsAt - (whole?.hoursBefore ?? 0) * hourMs
  return until > now ? until : null
}
