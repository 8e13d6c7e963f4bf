/** One answer of a provider to a request; a changed one is a new offer that takes the place of the one before. */
export const offerStates = ['offered', 'accepted', 'declined', 'expired', 'withdrawn', 'superseded'] as const
export type OfferState = (typeof offerStates)[number]

/** Every step of an offer: who takes it, from where, and where it leads. */
export const offerSteps = {
  accept: { by: 'customer', from: ['offered'], to: 'accepted' },
  decline: { by: 'customer', from: ['offered'], to: 'declined' },
  /** The customer took the whole request back, or booked somebody else. */
  requestWithdrawn: { by: 'customer', from: ['offered'], to: 'declined' },
  withdraw: { by: 'provider', from: ['offered'], to: 'withdrawn' },
  /** A new version of the offer, or of what was asked. */
  replace: { by: 'either', from: ['offered'], to: 'superseded' },
  expire: { by: 'clock', from: ['offered'], to: 'expired' },
} as const satisfies Record<
  string,
  { by: 'customer' | 'provider' | 'either' | 'clock'; from: readonly OfferState[]; to: OfferState }
>
export type OfferEvent = keyof typeof offerSteps

/** How long an offer stands, in hours: so long, and never past so close to the start. */
export const offerTimes = { stands: 72, beforeStart: 2 } as const

export const mayOffer = (state: OfferState, event: OfferEvent): boolean =>
  (offerSteps[event].from as readonly OfferState[]).includes(state)

/** Where a step leads; a step that is not drawn is a fault of ours. */
export function afterOffer(state: OfferState, event: OfferEvent): OfferState {
  if (!mayOffer(state, event)) throw new Error(`an ${state} offer has no step ${event}`)
  return offerSteps[event].to
}

const hour = 3_600_000

/** When an offer ends, in milliseconds. */
export const offerEnds = (madeAt: number, startsAt: number | null): number =>
  Math.min(madeAt + offerTimes.stands * hour, (startsAt ?? Infinity) - offerTimes.beforeStart * hour)
