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
 * Why a hold ended without a booking. `expired`: timeout. `released`: the customer left it. `replaced`: the same
 * customer holds another time. The others are actions of the artist or the site.
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
 * Limits of unpaid holds: per network, per network and artist's day, and per artist's day before further holds stop
 * blocking others until their payment is filled in.
 */
export const holdLimits = { ofNetwork: 5, ofNetworkInDay: 2, firmInDay: 2, refusedInHour: 20 } as const

/** Minutes until a hold expires, and until one from the waiting list does. */
export const holdTimers = { minutes: 15, turnMinutes: 30 } as const
