import type { Lifecycle } from '#contract/lifecycle.ts'

export type HoldState = 'held' | 'booked' | 'lapsed' | 'released'
export type HoldEvent = 'pay' | 'lapse' | 'release'

/** Transitions of a hold. A hold that has ended never becomes a booking: a payment authorised later is voided. */
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
 * `expired`: the time ran out; `released`: the customer left; `replaced`: by another hold; the others are actions of
 * the artist or the site.
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
 * Limits of unpaid holds: per network, per network and day of an artist, and per day of an artist. Above the last
 * limit, further holds do not block others.
 */
export const holdLimits = { ofNetwork: 5, ofNetworkInDay: 2, firmInDay: 2, refusedInHour: 20 } as const

/**
 * Links to pay that partners send: hours for which the time is held, and how many links a partner can send in these
 * hours.
 */
export const partnerLinks = { hours: 2, most: 20 } as const

/** Days after which the holds, bookings and searches of sandbox keys are deleted. */
export const sandboxDays = 30

/**
 * Minutes until a hold expires, and until a hold for a customer on the waiting list expires. A hold can be extended
 * `extensions` times by `extensionMinutes`; the customer is asked `askSeconds` before it expires.
 */
export const holdTimers = {
  minutes: 15,
  turnMinutes: 30,
  extensions: 2,
  extensionMinutes: 15,
  askSeconds: 180,
} as const
