import { getCoolingHours, policies, type PolicyKind } from '#contract/payments/refund.ts'
import type { PolicyTerms } from '#contract/search/quotes.ts'
import type { Day } from '#server/platform/event-day.ts'

const hourMs = 3_600_000

/** Returns a policy's terms, with dates if the start is known. */
export function getPolicyTerms(kind: PolicyKind, startsAt: number | null, day: Day, now: number): PolicyTerms {
  const steps = policies[kind].map(({ share, hoursBefore }) => ({
    share,
    hoursBefore,
    until: startsAt === null ? null : day.iso(startsAt - hoursBefore * hourMs),
  }))
  const eventAt = startsAt ?? day.at(0)
  return {
    kind,
    steps: [...steps, { share: 0, until: null, hoursBefore: null }],
    coolingHours: getCoolingHours(now, eventAt),
  }
}

/** Returns null once free cancellation has ended. */
export function getFreeCancellationEnd(kind: PolicyKind, startsAt: number, now: number): number | null {
  const whole = policies[kind].find((step) => step.share === 100)
  const until = startsAt - (whole?.hoursBefore ?? 0) * hourMs
  return until > now ? until : null
}
