/** A party for the planner. Services are indexes, so that planning needs no strings. */
export type Party = {
  people: number
  looks: readonly { count: number; services: readonly string[]; wants: readonly number[] }[]
  wanted: readonly string[]
  copies: readonly number[]
  blocks: number
  /** Looks in canonical order: index in `looks`, place of the first person, wants by service id. */
  plainly: readonly { look: number; firstPerson: number; wants: readonly number[] }[]
}

/** A team for one party. The lists are parallel to the wanted services. */
export type Team = {
  artists: number
  minutes: ArrayLike<number>
  /** Bit a is set if artist a does the service. */
  doers: ArrayLike<number>
}

export function createParty(looks: readonly { count: number; services: readonly string[] }[]): Party {
  const wanted = [...new Set(looks.flatMap((look) => look.services))]
  const index = new Map(wanted.map((id, i) => [id, i]))
  const copies = wanted.map((id) => looks.reduce((sum, look) => sum + (look.services.includes(id) ? look.count : 0), 0))
  const byId = (wants: readonly number[]) => wants.toSorted((a, b) => order(wanted[a] as string, wanted[b] as string))
  let people = 0
  const plainly = looks
    .map((look, at) => {
      const firstPerson = people
      people += look.count
      return {
        look: at,
        firstPerson,
        wants: byId(look.services.map((id) => index.get(id) as number)),
        key: look.services.toSorted(order).join(' '),
      }
    })
    .sort((a, b) => order(a.key, b.key))
  return {
    people,
    wanted,
    copies,
    plainly,
    looks: looks.map((look) => ({ ...look, wants: look.services.map((id) => index.get(id) as number) })),
    blocks: copies.reduce((sum, n) => sum + n, 0),
  }
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
