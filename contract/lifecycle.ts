/** Who can make something happen: either side, the team, the clock or the bank. */
export type Actor = 'customer' | 'provider' | 'operator' | 'clock' | 'bank'

/** The life of one kind of thing: from each state, which events can come, by whom, and which state each leads to. A state without events is an end. */
export type Lifecycle<State extends string, Event extends string> = Readonly<
  Record<State, Partial<Readonly<Record<Event, { to: State; by: readonly Actor[] }>>>>
>

/** The state that an event leads to, or null where the lifecycle has no such transition for this actor. */
export function getNextState<S extends string, E extends string>(
  lifecycle: Lifecycle<S, E>,
  state: S,
  event: E,
  by: Actor,
): S | null {
  const transition = lifecycle[state][event]
  return transition?.by.includes(by) ? transition.to : null
}

/** Whether somebody may let this happen now. */
export const canTransition = <S extends string, E extends string>(
  lifecycle: Lifecycle<S, E>,
  state: S,
  event: E,
  by: Actor,
): boolean => getNextState(lifecycle, state, event, by) !== null

/** The states from which an event can come, and the one that it leads to: what a change of state in the database asks for and sets. */
export function getTransition<S extends string, E extends string>(
  lifecycle: Lifecycle<S, E>,
  event: E,
): { from: S[]; to: S } {
  const from = (Object.keys(lifecycle) as S[]).filter((state) => lifecycle[state][event])
  const [to, ...others] = new Set(from.map((state) => lifecycle[state][event]?.to))
  if (!to || others.length > 0) throw new Error(`${event} does not lead to one state`)
  return { from, to }
}
