import type { Lifecycle } from '#contract/lifecycle.ts'

export type HoldState = 'held' | 'booked' | 'lapsed' | 'released'
export type HoldEvent = 'pay' | 'lapse' | 'release' | 'retake'

/** A time kept while somebody pays. A payment that comes late takes a time again that is still free. */
export const holdLifecycle: Lifecycle<HoldState, HoldEvent> = {
  held: {
    pay: { to: 'booked', by: ['bank'] },
    lapse: { to: 'lapsed', by: ['clock'] },
    release: { to: 'released', by: ['customer'] },
  },
  lapsed: { retake: { to: 'booked', by: ['bank'] } },
  released: { retake: { to: 'booked', by: ['bank'] } },
  booked: {},
}

/** How many times may be kept unpaid at once: from one network in all and of one artist's day, and of one artist's day before further ones are free to others until their payment is filled in. */
export const holdLimits = { ofNetwork: 5, ofNetworkInDay: 2, firmInDay: 2, refusedInHour: 20 } as const

/** How long a time is kept while somebody pays, and a freed one for whoever's turn it is. */
export const holdTimers = { minutes: 15, turnMinutes: 30 } as const
