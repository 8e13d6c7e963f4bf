import { lowered } from '#contract/price.ts'
import { BusyWalk } from '#server/search/matching/busy-cell.ts'
import { fits, timeFit } from '#server/search/matching/match.ts'
import { hoursOf, startOf } from '#server/search/matching/match-providers.ts'
import { matchQueryOf, pricingOf } from '#server/search/matching/match-search.ts'
import { longerMinutes } from '#server/search/planning/longer.ts'
import type { DayPlan } from '#server/search/planning/planner.ts'
import { isEarly, lowerOf, teamOf } from '#server/search/pricing/pricing.ts'
import { planOf } from '#server/search/quotes/plan-of.ts'
import type { Quoted } from '#server/search/quotes/quoted-provider.ts'
import type { ResolvedSearch } from '#server/search/saved-search.ts'
import { type KeptAddOn, longerBy } from './kept-add-ons.ts'

/** A quoted provider with add-ons at what they earn: the job takes so much longer and begins so much earlier. Nobody says that it still fits. */
export function longerWith(asked: ResolvedSearch, quoted: Quoted, addOns: readonly KeptAddOn[], now: Date): Quoted {
  if (addOns.length === 0) return { ...quoted, addOns }
  const query = matchQueryOf(asked, now)
  const { candidate } = quoted.entry
  const team = teamOf(candidate, pricingOf(asked))
  const minutes = longerMinutes(asked.party, team, query.setupMinutes, longerBy(asked.party, addOns))
  const from = startOf(query, minutes)
  return {
    ...quoted,
    addOns,
    early: isEarly(candidate.cell, candidate.row, from, asked.day),
    entry: { ...quoted.entry, candidate: { ...candidate, minutes, from } },
  }
}

/** The same with add-ons at their usual cost, which is lower when everything is; null where the provider's day has no room for it. */
export function withAddOns(
  asked: ResolvedSearch,
  quoted: Quoted,
  addOns: readonly KeptAddOn[],
  now: Date,
): Quoted | null {
  const longer = longerWith(asked, quoted, addOns, now)
  const { candidate } = longer.entry
  const { ask, serviceNos } = matchQueryOf(asked, now)
  const hours = hoursOf(ask, serviceNos, candidate)
  const diary = new BusyWalk(candidate.busy).turnTo(candidate.no)
  if (timeFit(ask, hours, candidate.minutes, () => candidate.minutes, diary) !== fits) return null
  const rule = lowerOf(candidate, pricingOf(asked))
  return {
    ...longer,
    addOns: rule ? addOns.map((one) => ({ ...one, costMinor: lowered(one.costMinor, rule) })) : addOns,
  }
}

/** The day with a quoted provider and all that is added; the job that stands at `moved` is the one being planned. */
export const planOfQuoted = (
  asked: ResolvedSearch,
  { entry, addOns }: Pick<Quoted, 'entry' | 'addOns'>,
  now: Date,
  moved?: number,
): DayPlan | null =>
  planOf(asked, entry, now, { longer: longerBy(asked.party, addOns), ...(moved === undefined ? {} : { moved }) })
