import type { ChosenAddOn } from '#contract/search/quotes.ts'
import { refuseField } from '#server/platform/refusal.ts'
import type { ShownAddOn } from '#server/providers/index.ts'
import type { ResolvedSearch } from '#server/search/saved-search.ts'
import { type KeptAddOn, servicesByPerson } from './kept-add-ons.ts'

/** What somebody chose, at its usual cost; refused where it is not offered, does not go with a service of that person, or stands there twice. */
export function choiceOf(
  { party }: Pick<ResolvedSearch, 'party'>,
  offered: readonly ShownAddOn[],
  chosen: readonly ChosenAddOn[],
): KeptAddOn[] {
  const people = servicesByPerson(party)
  const kept = chosen.map(({ id, person, serviceId }, index): KeptAddOn => {
    const at = `addOns.${index}`
    const one = offered.find((known) => known.id === id)
    if (!one) throw refuseField('unknown_add_on', at)
    if (one.service_id !== serviceId || !people[person - 1]?.includes(serviceId))
      throw refuseField('add_on_without_service', at)
    if (chosen.findIndex((other) => other.id === id && other.person === person) !== index)
      throw refuseField('add_on_twice', at)
    return keptOf(one, person)
  })
  return inOrder(kept, offered)
}

/** What of an earlier choice is still offered, as it is now. */
export const stillOffered = (before: readonly KeptAddOn[], offered: readonly ShownAddOn[]): KeptAddOn[] =>
  inOrder(
    before.flatMap(({ id, person }) => {
      const one = offered.find((known) => known.id === id)
      return one ? [keptOf(one, person)] : []
    }),
    offered,
  )

const keptOf = ({ id, service_id, title, minutes, cost_minor }: ShownAddOn, person: number): KeptAddOn => ({
  id,
  serviceId: service_id,
  person,
  title,
  minutes,
  costMinor: cost_minor,
})

// The same choice is the same price, in whatever order it was made.
const inOrder = (kept: readonly KeptAddOn[], offered: readonly ShownAddOn[]): KeptAddOn[] =>
  offered.flatMap(({ id }) => kept.filter((one) => one.id === id).toSorted((a, b) => a.person - b.person))
