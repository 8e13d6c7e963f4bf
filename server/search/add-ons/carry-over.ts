import type { Context } from '#server/platform/context.ts'
import { addOnsFor } from '#server/providers/index.ts'
import type { Quoted } from '#server/search/quotes/quoted-provider.ts'
import type { ResolvedSearch } from '#server/search/saved-search.ts'
import { stillOffered } from './choice-of.ts'
import type { KeptAddOn } from './kept-add-ons.ts'
import { withAddOns } from './with-add-ons.ts'

/** A provider who is priced anew, with what was chosen before where all of it still fits into their day; and what has gone of it, by title. */
export async function carryOver(
  ctx: Context,
  asked: ResolvedSearch,
  quoted: Quoted,
  before: readonly KeptAddOn[],
): Promise<{ quoted: Quoted; gone: string[] }> {
  if (before.length === 0) return { quoted, gone: [] }
  const still = stillOffered(before, await addOnsFor(ctx.reads, quoted.row.id, asked.party.wanted))
  const longer = withAddOns(asked, quoted, still, ctx.now)
  const stands = (id: string) => longer !== null && still.some((one) => one.id === id)
  const gone = new Set(before.flatMap(({ id, title }) => (stands(id) ? [] : [title])))
  return { quoted: longer ?? quoted, gone: [...gone] }
}
