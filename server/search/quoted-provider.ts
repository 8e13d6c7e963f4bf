import type { Mode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import type { CardRow } from '#server/providers/door.ts'
import type { Card } from '#contract/quotes.ts'
import { arrange, type Entry } from './arrange.ts'
import { cardsOf, teamOf } from './cards.ts'
import { fits } from './match.ts'
import type { Candidate } from './match-providers.ts'
import { actsOf, matchSearch, pricingOf } from './match-search.ts'
import { isEarly } from './pricing.ts'
import type { Asked } from './saved-search.ts'

export type Quoted = { card: Card; entry: Entry; row: CardRow; early: boolean; minutesOf: (serviceId: string) => number }

/** Some providers as they stand in a search, in the order asked for; who is no candidate is left out. */
export async function quotedProviders(ctx: Context, asked: Asked, nos: readonly number[], type: Mode | undefined): Promise<Quoted[]> {
  const { candidates, counts } = await matchSearch(ctx.database, asked, ctx.now)
  const how = { pricing: pricingOf(asked), acts: actsOf(asked), filters: { skills: [] }, sortBy: 'recommended' as const, after: null, pageSize: candidates.length + 1 }
  const lists = { mobile: arrange(candidates, 'mobile', how), studio: arrange(candidates, 'studio', how) }
  const entries = nos.flatMap((no) => {
    const candidate = candidates.find((c) => c.no === no)
    if (!candidate) return []
    const mode = modeFor(candidate, type)
    return lists[mode].entries.find((entry) => entry.no === no) ?? []
  })
  const cards = await cardsOf(ctx.database, asked, entries, {
    booked: counts.people.booked, reach: counts.reach, middleMinor: { mobile: lists.mobile.middleMinor, studio: lists.studio.middleMinor },
  })
  return cards.map((shown) => {
    const team = teamOf(asked, shown.entry)
    return { ...shown, early: isEarly(shown.entry.candidate, asked.day), minutesOf: (id) => team.minutes[asked.party.wanted.indexOf(id)] ?? 0 }
  })
}

/** The way asked for where the provider works that way, else the way that fits, else the one they have. */
function modeFor({ mobile, studio }: Candidate, type: Mode | undefined): Mode {
  if (type === 'studio' && studio !== null) return 'studio'
  if (type === 'mobile' && mobile !== null) return 'mobile'
  if (mobile === null) return 'studio'
  return mobile !== fits && studio === fits ? 'studio' : 'mobile'
}
