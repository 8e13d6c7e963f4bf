import { limits } from '#contract/constants.ts'
import type { Look } from '#contract/search/search.ts'
import { formatCount } from '#contract/words.ts'

/** Looks while they are being put together: one may still be without a service. */
export type Party = readonly Look[]

export const emptyParty: Party = [{ count: 1, services: [] }]

export const countPeople = (party: Party): number => party.reduce((sum, look) => sum + look.count, 0)

/** Services in all: a look's services once for each person who shares it. */
export const countServices = (party: Party): number =>
  party.reduce((sum, look) => sum + look.count * look.services.length, 0)

/** Whether everybody has at least one service. */
export const isPartyComplete = (party: Party): boolean =>
  party.length > 0 && party.every((look) => look.services.length > 0)

const fits = (party: Party): boolean => countPeople(party) <= limits.people && countServices(party) <= limits.services

/** What a change may not go past, as the key of its words, or null. */
export const findPartyLimit = (party: Party): 'who.limit.people' | 'who.limit.services' | null =>
  countPeople(party) >= limits.people
    ? 'who.limit.people'
    : countServices(party) >= limits.services
      ? 'who.limit.services'
      : null

const changed = (party: Party, at: number, by: (look: Look) => Look): Party => {
  const next = party.map((look, index) => (index === at ? by(look) : look))
  return fits(next) ? next : party
}

/** One more person with a look of their own. */
export const addPerson = (party: Party): Party => {
  const next = [...party, { count: 1, services: [] }]
  return fits(next) ? next : party
}

export const setCount = (party: Party, at: number, count: number): Party =>
  count < 1 ? party : changed(party, at, (look) => ({ ...look, count }))

/** Turns a service of a look on or off; the order of a look is the order of the form. */
export const toggleService = (party: Party, at: number, id: string, order: readonly string[]): Party =>
  changed(party, at, (look) => {
    const services = look.services.includes(id) ? look.services.filter((known) => known !== id) : [...look.services, id]
    return { ...look, services: services.sort((a, b) => order.indexOf(a) - order.indexOf(b)) }
  })

/** Gives a look what the first person has. */
export const copyFirstPerson = (party: Party, at: number): Party =>
  changed(party, at, (look) => ({ ...look, services: [...(party[0]?.services ?? [])] }))

/** Takes a look away; the last one is emptied instead. */
export const removeLook = (party: Party, at: number): Party =>
  party.length > 1 ? party.filter((_, index) => index !== at) : emptyParty

/** Gives one of the people who share a look a look of their own. */
export const splitLook = (party: Party, at: number): Party =>
  party.flatMap((look, index) =>
    index === at && look.count > 1
      ? [
          { ...look, count: look.count - 1 },
          { ...look, count: 1 },
        ]
      : [look],
  )

/** The people of each look, 1-based, first and last. */
export function listLookPlaces(party: Party): [number, number][] {
  let before = 0
  return party.map((look) => {
    const from = before + 1
    before += look.count
    return [from, before]
  })
}

/** Every person's services in one list, an id once for each person who wants it. */
export const listPartyServices = (party: Party): string[] =>
  party.flatMap((look) => Array.from({ length: look.count }, () => look.services).flat())

/** The first so many people, and the rest. */
export function splitPartyAt(party: Party, first: number): [Look[], Look[]] {
  const one: Look[] = []
  const other: Look[] = []
  let left = first
  for (const look of party) {
    const here = Math.min(left, look.count)
    left -= here
    if (here > 0) one.push({ ...look, count: here })
    if (look.count > here) other.push({ ...look, count: look.count - here })
  }
  return [one, other]
}

export const formatParty = (party: Party): string =>
  `${formatCount(countPeople(party), 'person', 'people')}, ${formatCount(countServices(party), 'service', 'services')}`
