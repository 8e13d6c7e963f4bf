/** Actors that can cause an event: either side, our team, the clock or the bank. */
export type Actor = 'customer' | 'provider' | 'operator' | 'clock' | 'bank'

/** A state machine: per state the allowed events, their actors and the next state. A state without events is final. */
export type Lifecycle<State extends string, Event extends string> = Readonly<
  Record<State, Partial<Readonly<Record<Event, { to: State; by: readonly Actor[] }>>>>
>

/** Returns the state that an event leads to; null if this actor has no such transition. */
export function getNextState<S extends string, E extends string>(
  lifecycle: Lifecycle<S, E>,
  state: S,
  event: E,
  by: Actor,
): S | null {
  const transition = lifecycle[state][event]
  return transition?.by.includes(by) ? transition.to : null
}

export const canTransition = <S extends string, E extends string>(
  lifecycle: Lifecycle<S, E>,
  state: S,
  event: E,
  by: Actor,
): boolean => getNextState(lifecycle, state, event, by) !== null

/**
 * Returns the states in which an event is allowed, and the state that follows, for an UPDATE with a state condition.
 */
export function getTransition<S extends string, E extends string>(
  lifecycle: Lifecycle<S, E>,
  event: E,
): { from: S[]; to: S } {
  const from = (Object.keys(lifecycle) as S[]).filter((state) => lifecycle[state][event])
  const [to, ...others] = new Set(from.map((state) => lifecycle[state][event]?.to))
  if (!to || others.length > 0) throw new Error(`${event} does not lead to one state`)
  return { from, to }
}
