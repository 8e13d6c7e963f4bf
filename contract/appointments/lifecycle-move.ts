import type { Lifecycle } from '#contract/lifecycle.ts'

export type MoveState = 'proposed' | 'accepted' | 'declined' | 'withdrawn' | 'ended'
export type MoveEvent = 'accept' | 'pay' | 'decline' | 'withdraw' | 'end'

/**
 * Transitions of a proposed change of time or party. A change that costs more takes effect when its payment is
 * authorised.
 */
export const moveLifecycle: Lifecycle<MoveState, MoveEvent> = {
  proposed: {
    accept: { to: 'accepted', by: ['customer', 'provider', 'operator'] },
    pay: { to: 'accepted', by: ['bank'] },
    decline: { to: 'declined', by: ['customer', 'provider'] },
    withdraw: { to: 'withdrawn', by: ['customer', 'provider'] },
    end: { to: 'ended', by: ['customer', 'provider', 'operator', 'clock'] },
  },
  accepted: {},
  declined: {},
  withdrawn: {},
  ended: {},
}
