import type { Lifecycle } from '#contract/lifecycle.ts'

/**
 * States of a provider's answer to a request. To change an offer, the provider makes a new offer, which supersedes the
 * old one.
 */
export const offerStates = ['offered', 'accepted', 'declined', 'expired', 'withdrawn', 'superseded'] as const
export type OfferState = (typeof offerStates)[number]

export type OfferEvent = 'accept' | 'decline' | 'requestWithdrawn' | 'withdraw' | 'replace' | 'expire'

export const offerLifecycle: Lifecycle<OfferState, OfferEvent> = {
  offered: {
    accept: { to: 'accepted', by: ['customer'] },
    decline: { to: 'declined', by: ['customer'] },
    /** The customer withdrew the whole request or booked another artist. */
    requestWithdrawn: { to: 'declined', by: ['customer'] },
    withdraw: { to: 'withdrawn', by: ['provider', 'operator'] },
    replace: { to: 'superseded', by: ['customer', 'provider'] },
    expire: { to: 'expired', by: ['clock'] },
  },
  accepted: {},
  declined: {},
  expired: {},
  withdrawn: {},
  superseded: {},
}

/** Hours until an offer expires. It always expires at least `beforeStart` hours before the start. */
export const offerTimes = { stands: 72, beforeStart: 2 } as const

const hour = 3_600_000

/** Returns when an offer expires, in epoch milliseconds. */
export const getOfferExpiry = (madeAt: number, startsAt: number | null): number =>
  Math.min(madeAt + offerTimes.stands * hour, (startsAt ?? Infinity) - offerTimes.beforeStart * hour)
