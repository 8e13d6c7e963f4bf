import type { Lifecycle } from '#contract/lifecycle.ts'

/** States of a customer's request to one provider for one event. */
export const requestStates = ['unconfirmed', 'requested', 'offered', 'declined', 'expired', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]

export type RequestEvent = 'confirm' | 'offer' | 'decline' | 'withdraw' | 'expire'

export const requestLifecycle: Lifecycle<RequestState, RequestEvent> = {
  unconfirmed: {
    confirm: { to: 'requested', by: ['customer'] },
    withdraw: { to: 'withdrawn', by: ['customer'] },
    expire: { to: 'expired', by: ['clock'] },
  },
  requested: {
    offer: { to: 'offered', by: ['provider'] },
    decline: { to: 'declined', by: ['provider', 'operator'] },
    /** Withdrawn, replaced by a changed request, or another artist was booked. */
    withdraw: { to: 'withdrawn', by: ['customer'] },
    expire: { to: 'expired', by: ['clock'] },
  },
  offered: {},
  declined: {},
  expired: {},
  withdrawn: {},
}

export const requestTimes = {
  unconfirmed: 24,
  /**
   * Hours to answer after the request was sent. The deadline is at most `beforeStart` hours before the planned start,
   * but leaves at least `least` hours.
   */
  answer: 24,
  beforeStart: 12,
  least: 1,
  /** From this many hours before the start on, no requests can be sent; only Instant Book is possible. */
  instantOnly: 2,
} as const

export const mostAtOnce = 5

const hour = 3_600_000

/**
 * Returns when a request expires, in epoch milliseconds: 24 hours after confirmation or 12 hours before the start,
 * whichever is earlier, but at least an hour after confirmation.
 */
export const requestEnds = (confirmedAt: number, startsAt: number | null): number =>
  Math.max(
    confirmedAt + requestTimes.least * hour,
    Math.min(confirmedAt + requestTimes.answer * hour, (startsAt ?? Infinity) - requestTimes.beforeStart * hour),
  )

/**
 * Returns when all requests of a team expire: when the last of them does, but at least an hour before the first start
 * is too close to book. The result is never earlier than the first expiry.
 */
export const getTeamRequestExpiry = (ends: readonly number[], starts: readonly number[]): number =>
  Math.max(
    Math.min(...ends),
    Math.min(Math.max(...ends), Math.min(...starts) - (requestTimes.instantOnly + requestTimes.least) * hour),
  )

/** Returns whether there is still time for a request before a start. */
export const canRequest = (startsAt: number | null, now: number): boolean =>
  startsAt === null || startsAt - now >= requestTimes.instantOnly * hour
