import type { Lifecycle } from '#contract/lifecycle.ts'

export type MoveState = 'proposed' | 'accepted' | 'declined' | 'withdrawn' | 'ended'
export type MoveEvent = 'accept' | 'pay' | 'decline' | 'withdraw' | 'end'

/** A proposal to change a booking, its time or its party. Who proposed may take it back, the other side answers; where something is due it stands once the bank says so. */
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
