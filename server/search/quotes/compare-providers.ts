import { limits } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { quotes } from '#contract/search/quotes.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { latestPraise, numbersOf } from '#server/providers/index.ts'
import { freeUntil } from '#server/search/pricing/policy.ts'
import { quotedProviders } from './quoted-provider.ts'
import { resolveSearch, presentSearch, searchAsSeen } from '#server/search/saved-search.ts'

/** Two to four providers of a search side by side, in the order named. */
export async function compareProviders(
  ctx: Context,
  input: InputOf<typeof quotes.compare>,
): Promise<OutputOf<typeof quotes.compare>> {
  const row = await searchAsSeen(ctx, input.quoteId)
  const named = [
    ...new Set(
      input.profiles
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ]
  if (named.length < limits.compareFrom || named.length > limits.compareTo) throw new Refusal('compare_two_to_four')
  const known = await numbersOf(ctx.reads, named)
  const nos = named.flatMap((id) => known.find((p) => p.slug === id || p.id === id.toLowerCase())?.no ?? [])
  const catalog = await catalogOf(ctx.database)
  const asked = resolveSearch(row, catalog, ctx.now)
  const found = await quotedProviders(ctx, asked, [...new Set(nos)], input.type)
  if (found.length < limits.compareFrom) throw new Refusal('not_found')
  const praise = new Map(
    (
      await latestPraise(
        ctx.reads,
        found.map(({ row }) => row.id),
      )
    ).map((review) => [review.provider_id, review.comments]),
  )

  return {
    search: presentSearch(asked, ctx.viewer),
    providers: found.map(({ card, row }) => {
      const until = card.plan ? freeUntil(row.policy, Date.parse(card.plan.arriveAt), ctx.now.getTime()) : null
      return {
        card,
        total: card.price,
        deposit: card.deposit,
        plan: card.plan,
        artists: row.artists,
        skills: row.skills.map((id) => catalog.skills.get(id) ?? id),
        shades: row.shades.map(Number),
        cancelFreeUntil: until === null ? null : asked.day.iso(until),
        policy: row.policy,
        reviewsSay: praise.get(row.id)?.match(/^.*?[.!?](?=\s|$)/s)?.[0] ?? praise.get(row.id) ?? null,
      }
    }),
  }
}
