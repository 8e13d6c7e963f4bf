import type { Lifecycle } from '#contract/lifecycle.ts'

export type HoldState = 'held' | 'booked' | 'lapsed' | 'released'
export type HoldEvent = 'pay' | 'lapse' | 'release'

/** A time kept while somebody pays. An ended hold stays ended: a payment that is authorised later is voided. */
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
 * Why a hold ended without a booking. `expired`: its time ran out. `released`: the customer left it. `replaced`: the same
 * customer holds another time. The others are what the artist or the site did.
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

/** How many times may be kept unpaid at once: from one network in all and of one artist's day, and of one artist's day before further ones are free to others until their payment is filled in. */
export const holdLimits = { ofNetwork: 5, ofNetworkInDay: 2, firmInDay: 2, refusedInHour: 20 } as const

/** How long a time is kept while somebody pays, and a freed one for whoever's turn it is. */
export const holdTimers = { minutes: 15, turnMinutes: 30 } as const
