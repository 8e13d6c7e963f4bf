import type { Minor } from '#contract/money.ts'
import { addOnLabel } from '#contract/words.ts'
import type { Longer } from '#server/search/planning/longer.ts'
import type { Party } from '#server/search/planning/party.ts'

/** An add-on that somebody of a party gets, as it is kept with a price: what its artist earns for it and by how much it lengthens the service. People count from 1. */
export type KeptAddOn = {
  id: string
  serviceId: string
  person: number
  title: string
  minutes: number
  costMinor: Minor
}

/** The same add-on for people who follow one another: a line of the price. */
export type AddOnLine = Omit<KeptAddOn, 'person'> & { label: string; count: number; people: [number, number] }

/** Add-ons as lines of a price, in the order in which they are kept; `labelOf` names their services. */
export function addOnLines(addOns: readonly KeptAddOn[], labelOf: (serviceId: string) => string): AddOnLine[] {
  return [...Map.groupBy(addOns, ({ id }) => id).values()].flatMap((same) => {
    const lines: AddOnLine[] = []
    for (const { person, ...one } of same.toSorted((a, b) => a.person - b.person)) {
      const last = lines.at(-1)
      if (last && last.people[1] === person - 1 && last.costMinor === one.costMinor) {
        last.people[1] = person
        last.count++
      } else
        lines.push({ ...one, label: addOnLabel(one.title, labelOf(one.serviceId)), count: 1, people: [person, person] })
    }
    return lines
  })
}

/** What takes longer because of them. */
export const longerBy = (party: Party, addOns: readonly KeptAddOn[]): Longer[] =>
  addOns.map(({ person, serviceId, minutes }) => ({
    person: person - 1,
    want: party.wanted.indexOf(serviceId),
    minutes,
  }))

/** What each person of a party gets, by place from 0. */
export const servicesByPerson = ({ looks }: Pick<Party, 'looks'>): (readonly string[])[] =>
  looks.flatMap(({ count, services }) => Array.from({ length: count }, () => services))
