import { lockLimit } from '#server/platform/http/limits.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { mostFilters, type operatorLists } from '#contract/operator/lists.ts'
import { operatorId } from '#server/operator/operator-id.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countFilters, putFilter } from './filter-queries.ts'
import { listFilters } from './list-filters.ts'

/** Keeps what narrows a list under a name; where the list ended is no part of it. */
export async function keepFilter(
  ctx: Context,
  { list, name, query, shared }: InputOf<typeof operatorLists.keepFilter>,
): Promise<OutputOf<typeof operatorLists.keepFilter>> {
  const id = operatorId(ctx)
  const narrowed = new URLSearchParams(query)
  narrowed.delete('cursor')
  return ctx.transaction(async (inner) => {
    await lockLimit(inner.db, `filters ${id} ${list}`)
    const had = await countFilters(inner.db, id, list)
    await putFilter(inner.db, { account_id: id, list, name, query: narrowed.toString(), shared, created_at: inner.now })
    if (had >= mostFilters && (await countFilters(inner.db, id, list)) > mostFilters)
      throw new Refusal('too_many_filters')
    return listFilters(inner, { list })
  })
}
