import type { Lifecycle } from '#contract/lifecycle.ts'

export type HoldState = 'held' | 'booked' | 'lapsed' | 'released'
export type HoldEvent = 'pay' | 'lapse' | 'release'

/** Transitions of a hold. An ended hold stays ended: a payment authorised later is voided. */
export const holdLifecycle: Lifecycle<HoldState, HoldEvent> = {
  held: {
    pay: { to: 'booked', by: ['bank'] },
    lapse: { to: 'lapsed', by: ['clock'] },
    release: { to: 'released', by: ['customer', 'provider', 'operator'] },
  },
  lapsed: {},
  released: {},
  booked: {},
}

/**
 * `expired`: timeout; `released`: left by the customer; `replaced`: another hold; others: actions of artist or site.
 */
export const holdEndReasons = [
  'expired',
  'released',
  'replaced',
  'offer_withdrawn',
  'artist_unavailable',
  'listing_changed',
] as const
export type HoldEndReason = (typeof holdEndReasons)[number]

/**
 * Limits of unpaid holds per network, per network and day of an artist, and per day of an artist before further ones
 * stop blocking others.
 */
export const holdLimits = { ofNetwork: 5, ofNetworkInDay: 2, firmInDay: 2, refusedInHour: 20 } as const

/** Minutes until a hold expires, and until one from the waiting list does. */
export const holdTimers = { minutes: 15, turnMinutes: 30 } as const
