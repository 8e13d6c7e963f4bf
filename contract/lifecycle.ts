/** Who can make something happen: either side, the team, or the clock. */
export type Actor = 'customer' | 'provider' | 'operator' | 'clock' | 'bank'

/** A drawing: from each state, what can happen, by whom, and which state comes of it. */
export type Drawing<State extends string, Happening extends string> = Readonly<
  Record<State, Partial<Readonly<Record<Happening, { to: State; by: readonly Actor[] }>>>>
>

/** The state that comes of it, or null where the drawing has no such arrow for this actor. */
export function after<S extends string, H extends string>(
  drawing: Drawing<S, H>,
  state: S,
  happening: H,
  by: Actor,
): S | null {
  const arrow = drawing[state][happening]
  return arrow?.by.includes(by) ? arrow.to : null
}

/** Whether somebody may let this happen now. */
export const may = <S extends string, H extends string>(
  drawing: Drawing<S, H>,
  state: S,
  happening: H,
  by: Actor,
): boolean => after(drawing, state, happening, by) !== null
