import { limits } from '#contract/constants.ts'
import type { Look } from '#contract/search/search.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'

/** Groups services by person: as sent if the copies add up, else the k-th copy of a service goes to person k. */
export function groupLooks(services: readonly string[], people: readonly Look[] | undefined): Look[] {
  if (services.length > limits.services) throw createFieldRefusal('too_many_services', 'services')
  if (!people) return joined(inTurn(services))
  if (people.reduce((sum, look) => sum + look.count, 0) > limits.people)
    throw createFieldRefusal('too_many_people', 'people')
  if (people.some((look) => new Set(look.services).size < look.services.length))
    throw createFieldRefusal('service_twice', 'people')
  const grouped = tally(people.flatMap((look) => look.services.map((id) => [id, look.count] as const)))
  const listed = tally(services.map((id) => [id, 1] as const))
  if (grouped.size !== listed.size || [...listed].some(([id, n]) => grouped.get(id) !== n))
    throw createFieldRefusal('people_mismatch', 'people')
  return joined(people)
}

function inTurn(services: readonly string[]): Look[] {
  const persons: string[][] = []
  const seen = new Map<string, number>()
  for (const id of services) {
    const k = seen.get(id) ?? 0
    seen.set(id, k + 1)
    const person = persons[k] ?? []
    person.push(id)
    persons[k] = person
  }
  if (persons.length > limits.people)
    throw new Refusal('too_many_people', {
      errors: [{ path: 'services', message: 'A service is selected more than 20 times.' }],
    })
  return persons.map((services) => ({ count: 1, services }))
}

/** Merges people with equal services into one look, at the place of the first. */
function joined(looks: readonly Look[]): Look[] {
  const byKey = new Map<string, Look>()
  for (const { count, services } of looks) {
    const key = services.toSorted().join(' ')
    const known = byKey.get(key)
    byKey.set(key, known ? { ...known, count: known.count + count } : { count, services: [...services] })
  }
  return [...byKey.values()]
}

function tally(pairs: readonly (readonly [string, number])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [id, n] of pairs) counts.set(id, (counts.get(id) ?? 0) + n)
  return counts
}
