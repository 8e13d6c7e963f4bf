import type { ChosenAddOn, OfferedAddOn } from '#contract/search/quotes.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'
import { addOnsFor, type ShownAddOn } from '#server/providers/index.ts'
import type { ResolvedSearch } from './saved-search.ts'
import type { Minor } from '#contract/money.ts'
import { addOnLabel } from '#contract/words.ts'
import { type ExtraMinutes, computeExtendedMinutes } from '#server/search/planning/longer.ts'
import type { Party } from '#server/search/planning/party.ts'
import { applyLowerPrice, computeUnitsWithFee } from '#contract/price.ts'
import type { Context } from '#server/platform/context.ts'
import { matchQueryOf, getPricing } from '#server/search/matching/match-search.ts'
import { isEarly, getLowerPrice, getTeamReader, getPriceTerms } from '#server/search/pricing/pricing.ts'
import type { QuotedProvider } from './quoted-provider.ts'
import { BusyWalk } from '#server/search/matching/busy-cell.ts'
import { fits, checkTimeFit } from '#server/search/matching/match.ts'
import { getCandidateHours, startOf } from '#server/search/matching/match-providers.ts'
import type { DayPlan } from '#server/search/planning/planner.ts'
import { planOf } from './cards.ts'

/**
 * Returns the chosen add-ons at their usual price. Throws if the artist does not offer one, its person has no matching
 * service, or it is a duplicate.
 */
export function resolveAddOnChoice(
  { party }: Pick<ResolvedSearch, 'party'>,
  offered: readonly ShownAddOn[],
  chosen: readonly ChosenAddOn[],
): FrozenAddOn[] {
  const people = servicesByPerson(party)
  const kept = chosen.map(({ id, person, serviceId }, index): FrozenAddOn => {
    const at = `addOns.${index}`
    const one = offered.find((known) => known.id === id)
    if (!one) throw createFieldRefusal('unknown_add_on', at)
    if (one.service_id !== serviceId || !people[person - 1]?.includes(serviceId))
      throw createFieldRefusal('add_on_without_service', at)
    if (chosen.findIndex((other) => other.id === id && other.person === person) !== index)
      throw createFieldRefusal('add_on_twice', at)
    return keptOf(one, person)
  })
  return inOrder(kept, offered)
}

const filterOffered = (before: readonly FrozenAddOn[], offered: readonly ShownAddOn[]): FrozenAddOn[] =>
  inOrder(
    before.flatMap(({ id, person }) => {
      const one = offered.find((known) => known.id === id)
      return one ? [keptOf(one, person)] : []
    }),
    offered,
  )

const keptOf = ({ id, service_id, title, minutes, cost_minor }: ShownAddOn, person: number): FrozenAddOn => ({
  id,
  serviceId: service_id,
  person,
  title,
  minutes,
  costMinor: cost_minor,
})

const inOrder = (kept: readonly FrozenAddOn[], offered: readonly ShownAddOn[]): FrozenAddOn[] =>
  offered.flatMap(({ id }) => kept.filter((one) => one.id === id).toSorted((a, b) => a.person - b.person))

/** An add-on of one person as stored in a quote: the artist's earnings and the extra minutes. People count from 1. */
export type FrozenAddOn = {
  id: string
  serviceId: string
  person: number
  title: string
  minutes: number
  costMinor: Minor
}

export type AddOnLine = Omit<FrozenAddOn, 'person'> & { label: string; count: number; people: [number, number] }

export function addOnLines(addOns: readonly FrozenAddOn[], labelOf: (serviceId: string) => string): AddOnLine[] {
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

const longerBy = (party: Party, addOns: readonly FrozenAddOn[]): ExtraMinutes[] =>
  addOns.map(({ person, serviceId, minutes }) => ({
    person: person - 1,
    want: party.wanted.indexOf(serviceId),
    minutes,
  }))

const servicesByPerson = ({ looks }: Pick<Party, 'looks'>): (readonly string[])[] =>
  looks.flatMap(({ count, services }) => Array.from({ length: count }, () => services))

/**
 * Returns whether the price is fixed: the customer has requested, received an offer from, held or booked this provider.
 */
export const isSettled = ({ row: { acts } }: ResolvedSearch, { entry }: Pick<QuotedProvider, 'entry'>): boolean =>
  acts?.some(({ no, state }) => no === entry.no && state !== 'cancelled') ?? false

export async function listOfferedAddOns(
  ctx: Context,
  asked: ResolvedSearch,
  quoted: QuotedProvider,
): Promise<OfferedAddOn[]> {
  const { candidate } = quoted.entry
  const pricing = getPricing(asked)
  const rule = getLowerPrice(candidate, pricing)
  const { percent } = getPriceTerms(candidate, pricing)
  return (await addOnsFor(ctx.reads, quoted.row.id, asked.party.wanted)).map(
    ({ id, service_id, title, words, minutes, cost_minor }) => ({
      id,
      serviceId: service_id,
      title,
      words,
      minutes,
      price: computeUnitsWithFee(rule ? applyLowerPrice(cost_minor, rule) : cost_minor, percent),
    }),
  )
}

/**
 * Adds add-ons at the artist's earnings to a quoted provider: the job gets longer and starts earlier. Does not check
 * that it still fits.
 */
export function extendWithAddOns(
  asked: ResolvedSearch,
  quoted: QuotedProvider,
  addOns: readonly FrozenAddOn[],
  now: Date,
): QuotedProvider {
  if (addOns.length === 0) return { ...quoted, addOns }
  const query = matchQueryOf(asked, now)
  const { candidate } = quoted.entry
  const team = getTeamReader(candidate, getPricing(asked))
  const minutes = computeExtendedMinutes(asked.party, team, query.setupMinutes, longerBy(asked.party, addOns))
  const from = startOf(query, minutes)
  return {
    ...quoted,
    addOns,
    early: isEarly(candidate.cell, candidate.row, from, asked.day),
    entry: { ...quoted.entry, candidate: { ...candidate, minutes, from } },
  }
}

/** Adds add-ons at their customer price, after any discount. Returns null if they do not fit the provider's day. */
export function applyAddOns(
  asked: ResolvedSearch,
  quoted: QuotedProvider,
  addOns: readonly FrozenAddOn[],
  now: Date,
): QuotedProvider | null {
  const longer = extendWithAddOns(asked, quoted, addOns, now)
  const { candidate } = longer.entry
  const { ask, serviceNos } = matchQueryOf(asked, now)
  const hours = getCandidateHours(ask, serviceNos, candidate)
  const diary = new BusyWalk(candidate.busy).turnTo(candidate.no)
  if (checkTimeFit(ask, hours, candidate.minutes, () => candidate.minutes, diary) !== fits) return null
  const rule = getLowerPrice(candidate, getPricing(asked))
  return {
    ...longer,
    addOns: rule ? addOns.map((one) => ({ ...one, costMinor: applyLowerPrice(one.costMinor, rule) })) : addOns,
  }
}

/**
 * Plans the day of a quoted provider with add-ons. `moved` is the job being planned, which does not conflict with
 * itself.
 */
export const planOfQuoted = (
  asked: ResolvedSearch,
  { entry, addOns }: Pick<QuotedProvider, 'entry' | 'addOns'>,
  now: Date,
  moved?: number,
): DayPlan | null =>
  planOf(asked, entry, now, { longer: longerBy(asked.party, addOns), ...(moved === undefined ? {} : { moved }) })

/** Reprices a provider with earlier add-ons if all still fit. Also returns the titles of removed ones. */
export async function reapplyAddOns(
  ctx: Context,
  asked: ResolvedSearch,
  quoted: QuotedProvider,
  before: readonly FrozenAddOn[],
): Promise<{ quoted: QuotedProvider; gone: string[] }> {
  if (before.length === 0) return { quoted, gone: [] }
  const still = filterOffered(before, await addOnsFor(ctx.reads, quoted.row.id, asked.party.wanted))
  const longer = applyAddOns(asked, quoted, still, ctx.now)
  const stands = (id: string) => longer !== null && still.some((one) => one.id === id)
  const gone = new Set(before.flatMap(({ id, title }) => (stands(id) ? [] : [title])))
  return { quoted: longer ?? quoted, gone: [...gone] }
}
