/** Who needs what, as the planner reads it: services become indexes so that a plan needs no strings. */
export type Party = {
  people: number
  looks: readonly { count: number; services: readonly string[]; wants: readonly number[] }[]
  /** Every service asked for, once. */
  wanted: readonly string[]
  /** How many people want each of them. */
  copies: readonly number[]
  blocks: number
}

/** A team as one party sees it; every list runs along the party's wanted services. */
export type Team = {
  artists: number
  minutes: ArrayLike<number>
  /** Bit a is set when artist a does the service. */
  doers: ArrayLike<number>
}

/** Makes a party of looks. */
export function partyOf(looks: readonly { count: number; services: readonly string[] }[]): Party {
  const wanted = [...new Set(looks.flatMap((look) => look.services))]
  const index = new Map(wanted.map((id, i) => [id, i]))
  const copies = wanted.map((id) => looks.reduce((sum, look) => sum + (look.services.includes(id) ? look.count : 0), 0))
  return {
    people: looks.reduce((sum, look) => sum + look.count, 0),
    looks: looks.map((look) => ({ ...look, wants: look.services.map((id) => index.get(id) as number) })),
    wanted, copies,
    blocks: copies.reduce((sum, n) => sum + n, 0),
  }
}
