/** A change of a party by the places in its new plan: who was where before (0: nobody of the party), and which guest takes a new one. */
export type Places = { was: readonly number[] | null; guests: readonly (string | null)[] | null }
export type Seat = { id: string; person: number | null }

/** Where guests sit once a change of the party stands, and who of them is not of it any more. Of a change that does not say who goes where nobody keeps a place, since it might be somebody else's. */
export function seatsAfter(before: readonly Seat[], { was, guests }: Places): { seats: Seat[]; gone: string[] } {
  const seats = before.map(({ id, person }) => {
    const taken = guests?.indexOf(id) ?? -1
    if (person === null) return { id, person: taken < 0 ? null : taken + 1 }
    const kept = was?.indexOf(person) ?? -1
    return { id, person: kept < 0 ? null : kept + 1 }
  })
  const gone = was === null ? [] : before.filter(({ person }) => person !== null && !was.includes(person))
  const ids = gone.map(({ id }) => id)
  return { seats: seats.filter(({ id }) => !ids.includes(id)), gone: ids }
}
