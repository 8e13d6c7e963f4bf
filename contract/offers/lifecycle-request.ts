import type { Lifecycle } from '#contract/lifecycle.ts'

/** What a customer has asked one provider for one event, from asking to its end. */
export const requestStates = ['unconfirmed', 'requested', 'offered', 'declined', 'expired', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]

export type RequestEvent = 'confirm' | 'offer' | 'decline' | 'withdraw' | 'expire'

/** What can become of a request. What becomes of an offer is the offer's own lifecycle; asking again with a change is a new request. */
export const requestLifecycle: Lifecycle<RequestState, RequestEvent> = {
  unconfirmed: {
    /** The link in the mail is opened. */
    confirm: { to: 'requested', by: ['customer'] },
    withdraw: { to: 'withdrawn', by: ['customer'] },
    expire: { to: 'expired', by: ['clock'] },
  },
  requested: {
    offer: { to: 'offered', by: ['provider'] },
    decline: { to: 'declined', by: ['provider', 'operator'] },
    /** Taken back, asked again with a change, or another artist is booked. */
    withdraw: { to: 'withdrawn', by: ['customer'] },
    expire: { to: 'expired', by: ['clock'] },
  },
  offered: {},
  declined: {},
  expired: {},
  withdrawn: {},
}

/** How long things may wait, in hours. */
export const requestTimes = {
  unconfirmed: 24,
  /** After it has been put before the provider … */
  answer: 24,
  /** … but this long before the planned start at the latest … */
  beforeStart: 12,
  /** … and for this long at the least. */
  least: 1,
  /** This close to the start nobody is asked any more: there is only Instant Book. */
  instantOnly: 2,
} as const

/** How many artists of one event can have an open request at the same time. */
export const mostAtOnce = 5

const hour = 3_600_000

/** When a request ends, in milliseconds: a day after its confirmation or half a day before the start, whichever comes first, but never within the hour. */
export const requestEnds = (confirmedAt: number, startsAt: number | null): number =>
  Math.max(
    confirmedAt + requestTimes.least * hour,
    Math.min(confirmedAt + requestTimes.answer * hour, (startsAt ?? Infinity) - requestTimes.beforeStart * hour),
  )

/**
 * When the requests of one team end, all at once: with the slowest of them, as long as everybody can then still be booked an hour
 * before the first start comes too near; never before the first would have ended by itself.
 */
export const getTeamRequestExpiry = (ends: readonly number[], starts: readonly number[]): number =>
  Math.max(
    Math.min(...ends),
    Math.min(Math.max(...ends), Math.min(...starts) - (requestTimes.instantOnly + requestTimes.least) * hour),
  )

/** Whether there is still time to ask before a start. */
export const canRequest = (startsAt: number | null, now: number): boolean =>
  startsAt === null || startsAt - now >= requestTimes.instantOnly * hour
