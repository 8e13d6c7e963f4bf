import type { Lifecycle } from '#contract/lifecycle.ts'

/** One answer of a provider to a request; a changed one is a new offer that takes the place of the one before. */
export const offerStates = ['offered', 'accepted', 'declined', 'expired', 'withdrawn', 'superseded'] as const
export type OfferState = (typeof offerStates)[number]

export type OfferEvent = 'accept' | 'decline' | 'requestWithdrawn' | 'withdraw' | 'replace' | 'expire'

/** What can become of an offer: one step from standing to its end. */
export const offerLifecycle: Lifecycle<OfferState, OfferEvent> = {
  offered: {
    accept: { to: 'accepted', by: ['customer'] },
    decline: { to: 'declined', by: ['customer'] },
    /** The customer took the whole request back, or booked somebody else. */
    requestWithdrawn: { to: 'declined', by: ['customer'] },
    withdraw: { to: 'withdrawn', by: ['provider', 'operator'] },
    /** A new version of the offer, or of what was asked. */
    replace: { to: 'superseded', by: ['customer', 'provider'] },
    expire: { to: 'expired', by: ['clock'] },
  },
  accepted: {},
  declined: {},
  expired: {},
  withdrawn: {},
  superseded: {},
}

/** How long an offer stands, in hours: so long, and never past so close to the start. */
export const offerTimes = { stands: 72, beforeStart: 2 } as const

const hour = 3_600_000

/** When an offer ends, in milliseconds. */
export const getOfferExpiry = (madeAt: number, startsAt: number | null): number =>
  Math.min(madeAt + offerTimes.stands * hour, (startsAt ?? Infinity) - offerTimes.beforeStart * hour)
