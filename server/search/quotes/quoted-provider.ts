import type { Card } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { type CardRow, titlesOf } from '#server/providers/index.ts'
import { arrange, type Entry, inDemandOf } from './arrange.ts'
import { cardsOf } from './cards.ts'
import type { KeptAddOn } from '#server/search/add-ons/kept-add-ons.ts'
import type { Candidate } from '#server/search/matching/found.ts'
import { fits } from '#server/search/matching/match.ts'
import { candidatesOf } from '#server/search/matching/match-providers.ts'
import { actsOf, matchSearch, pricingOf } from '#server/search/matching/match-search.ts'
import { isEarly, priceOfCandidate, teamOf } from '#server/search/pricing/pricing.ts'
import type { ResolvedSearch } from '#server/search/saved-search.ts'
import { doneIn } from './status.ts'

export type Quoted = {
  card: Card
  entry: Entry
  row: CardRow
  early: boolean
  minutesOf: (serviceId: string) => number
  /** What they call services of theirs that they have given a title of their own. */
  titles: ReadonlyMap<string, string>
  /** What is added to services, at what it earns. */
  addOns: readonly KeptAddOn[]
}

/** Some providers as they stand in a search, in the order asked for; who is no candidate is left out. */
export async function quotedProviders(
  ctx: Context,
  asked: ResolvedSearch,
  nos: readonly number[],
  type: Mode | undefined,
): Promise<Quoted[]> {
  const match = await matchSearch(ctx.database, asked, ctx.now)
  const pricing = pricingOf(asked)
  const acts = actsOf(asked)
  const middle = (mode: Mode) =>
    arrange(match, mode, { pricing, acts, filters: { skills: [] }, sortBy: 'recommended', after: null, pageSize: 1 })
      .middleMinor
  const entries = candidatesOf(match, nos).map((candidate): Entry => {
    const mode = modeFor(candidate, type)
    const fit = candidate[mode] as number
    const totalMinor = fit === fits ? priceOfCandidate(candidate, mode, pricing).totalMinor : null
    return {
      candidate,
      mode,
      fit,
      totalMinor,
      done: doneIn(acts.get(candidate.no), mode),
      no: candidate.no,
      group: 0,
      key: 0,
    }
  })
  const area = { inDemand: inDemandOf(match), middleMinor: { mobile: middle('mobile'), studio: middle('studio') } }
  const cards = await cardsOf(ctx.database, asked, entries, area, ctx.now)
  const titles = await titlesOf(
    ctx.reads,
    cards.map(({ row }) => row.id),
  )
  return cards.map((shown) => {
    const { candidate } = shown.entry
    const { minutes } = teamOf(candidate, pricing)
    return {
      ...shown,
      early: isEarly(candidate.cell, candidate.row, candidate.from, asked.day),
      addOns: [],
      titles: titles.get(shown.row.id) ?? new Map(),
      minutesOf: (id) => minutes[asked.party.wanted.indexOf(id)] ?? 0,
    }
  })
}

/** The way asked for where the provider works that way, else the way that fits, else the one they have. */
function modeFor({ mobile, studio }: Candidate, type: Mode | undefined): Mode {
  if (type === 'studio' && studio !== null) return 'studio'
  if (type === 'mobile' && mobile !== null) return 'mobile'
  if (mobile === null) return 'studio'
  return mobile !== fits && studio === fits ? 'studio' : 'mobile'
}
