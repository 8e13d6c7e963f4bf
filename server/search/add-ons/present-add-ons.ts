import { lowered, unitsWithFee } from '#contract/price.ts'
import type { OfferedAddOn } from '#contract/search/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import { addOnsFor } from '#server/providers/index.ts'
import { pricingOf } from '#server/search/matching/match-search.ts'
import { lowerOf, termsOf } from '#server/search/pricing/pricing.ts'
import type { Quoted } from '#server/search/quotes/quoted-provider.ts'
import type { ResolvedSearch } from '#server/search/saved-search.ts'

/** Whether a provider has been asked on a search, has offered or is booked, or keeps the time: what is in the price is settled then. */
export const isSettled = ({ row: { acts } }: ResolvedSearch, { entry }: Pick<Quoted, 'entry'>): boolean =>
  acts?.some(({ no, state }) => no === entry.no && state !== 'cancelled') ?? false

/** What a provider adds to services of a search, with what each adds to the price. */
export async function offeredAddOns(ctx: Context, asked: ResolvedSearch, quoted: Quoted): Promise<OfferedAddOn[]> {
  const { candidate } = quoted.entry
  const pricing = pricingOf(asked)
  const rule = lowerOf(candidate, pricing)
  const { percent } = termsOf(candidate, pricing)
  return (await addOnsFor(ctx.reads, quoted.row.id, asked.party.wanted)).map(
    ({ id, service_id, title, words, minutes, cost_minor }) => ({
      id,
      serviceId: service_id,
      title,
      words,
      minutes,
      price: unitsWithFee(rule ? lowered(cost_minor, rule) : cost_minor, percent),
    }),
  )
}
