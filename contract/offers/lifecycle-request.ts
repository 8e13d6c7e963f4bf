/** What a customer has asked one provider for one event, from asking to its end. */
export const requestStates = ['unconfirmed', 'requested', 'offered', 'declined', 'expired', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]

/** Every step of a request: who takes it, from where, and where it leads. What becomes of an offer is the offer's own drawing; asking again with a change is a new request. */
export const requestSteps = {
  /** The link in the mail is opened. */
  confirm: { by: 'customer', from: ['unconfirmed'], to: 'requested' },
  offer: { by: 'provider', from: ['requested'], to: 'offered' },
  decline: { by: 'provider', from: ['requested'], to: 'declined' },
  /** Taken back, asked again with a change, or another artist is booked. */
  withdraw: { by: 'customer', from: ['unconfirmed', 'requested'], to: 'withdrawn' },
  expire: { by: 'clock', from: ['unconfirmed', 'requested'], to: 'expired' },
} as const satisfies Record<
  string,
  { by: 'customer' | 'provider' | 'clock'; from: readonly RequestState[]; to: RequestState }
>
export type RequestEvent = keyof typeof requestSteps

/** How long things may wait, in hours. */
export const requestTimes = {
  unconfirmed: 24,
  /** After it has been put before the provider … */
  answer: 24,
  /** … but this long before the planned start at the latest … */
  beforeStart: 12,
  /** … and for this long at the least. */
  least: 1,
  /** This close to the start nobody is asked any more: there is only Instant Book. */
  instantOnly: 2,
} as const

/** One request goes to so many artists at once. */
export const mostAtOnce = 5

export const mayRequest = (state: RequestState, event: RequestEvent): boolean =>
  (requestSteps[event].from as readonly RequestState[]).includes(state)

/** Where a step leads; a step that is not drawn is a fault of ours. */
export function afterRequest(state: RequestState, event: RequestEvent): RequestState {
  if (!mayRequest(state, event)) throw new Error(`a ${state} request has no step ${event}`)
  return requestSteps[event].to
}

const hour = 3_600_000

/** When a request ends, in milliseconds: a day after its confirmation or half a day before the start, whichever comes first, but never within the hour. */
export const requestEnds = (confirmedAt: number, startsAt: number | null): number =>
  Math.max(
    confirmedAt + requestTimes.least * hour,
    Math.min(confirmedAt + requestTimes.answer * hour, (startsAt ?? Infinity) - requestTimes.beforeStart * hour),
  )

/** Whether there is still time to ask before a start. */
export const mayAskFor = (startsAt: number | null, now: number): boolean =>
  startsAt === null || startsAt - now >= requestTimes.instantOnly * hour
