import { countOf } from '#contract/i18n/counts.ts'
import { limits } from '#contract/constants.ts'
import type { Look } from '#contract/search/search.ts'

/** Looks being edited; one may have no service yet. */
export type Party = readonly Look[]

export const emptyParty: Party = [{ count: 1, services: [] }]

export const countPeople = (party: Party): number => party.reduce((sum, look) => sum + look.count, 0)

/** Returns the number of services, counting a look's once per person. */
export const countServices = (party: Party): number =>
  party.reduce((sum, look) => sum + look.count * look.services.length, 0)

export const isPartyComplete = (party: Party): boolean =>
  party.length > 0 && party.every((look) => look.services.length > 0)

const fits = (party: Party): boolean => countPeople(party) <= limits.people && countServices(party) <= limits.services

/** Returns the message key of the exceeded limit, or null. */
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

export const addPerson = (party: Party): Party => {
  const next = [...party, { count: 1, services: [] }]
  return fits(next) ? next : party
}

export const setCount = (party: Party, at: number, count: number): Party =>
  count < 1 ? party : changed(party, at, (look) => ({ ...look, count }))

/** Toggles a service of a look, in the order of the form. */
export const toggleService = (party: Party, at: number, id: string, order: readonly string[]): Party =>
  changed(party, at, (look) => {
    const services = look.services.includes(id) ? look.services.filter((known) => known !== id) : [...look.services, id]
    return { ...look, services: services.sort((a, b) => order.indexOf(a) - order.indexOf(b)) }
  })

export const copyFirstPerson = (party: Party, at: number): Party =>
  changed(party, at, (look) => ({ ...look, services: [...(party[0]?.services ?? [])] }))

/** Removes a look; empties the last one instead. */
export const removeLook = (party: Party, at: number): Party =>
  party.length > 1 ? party.filter((_, index) => index !== at) : emptyParty

/** Moves one person of a shared look to their own. */
export const splitLook = (party: Party, at: number): Party =>
  party.flatMap((look, index) =>
    index === at && look.count > 1
      ? [
          { ...look, count: look.count - 1 },
          { ...look, count: 1 },
        ]
      : [look],
  )

/** Returns first and last person of each look, from 1. */
export function listLookPlaces(party: Party): [number, number][] {
  let before = 0
  return party.map((look) => {
    const from = before + 1
    before += look.count
    return [from, before]
  })
}

export const listPartyServices = (party: Party): string[] =>
  party.flatMap((look) => Array.from({ length: look.count }, () => look.services).flat())

/** Splits a party after the first people. */
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
  `${countOf('people', countPeople(party))}, ${countOf('services', countServices(party))}`

/** Returns the party with these numbers of people per service: the first person has every service, later ones fewer. */
export function createParty(counts: readonly (readonly [serviceId: string, people: number])[]): Party {
  const size = Math.max(0, ...counts.map(([, people]) => people))
  const looks = Array.from({ length: size }, (_, i) => counts.filter(([, people]) => people > i).map(([id]) => id))
  const party: Look[] = []
  for (const services of looks) {
    const last = party.at(-1)
    if (last && last.services.length === services.length) party[party.length - 1] = { ...last, count: last.count + 1 }
    else party.push({ count: 1, services })
  }
  return party.length && fits(party) ? party : emptyParty
}

/** Returns the sum of a party's prices; null without services, or if a price is unknown. */
export function computePartyPrice(
  party: Party,
  services: readonly { id: string; price: number | null }[],
): number | null {
  const prices = new Map(services.map(({ id, price }) => [id, price]))
  const each = listPartyServices(party).map((id) => prices.get(id) ?? null)
  if (!each.length || each.includes(null)) return null
  return each.reduce<number>((sum, price) => sum + (price ?? 0), 0)
}
