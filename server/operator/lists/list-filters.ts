import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorLists } from '#contract/operator/lists.ts'
import { operatorId } from '#server/operator/operator-id.ts'
import type { Context } from '#server/platform/context.ts'
import { filtersOf } from './filter-queries.ts'

/** The caller's own filters of a list, and those that others share. */
export async function listFilters(
  ctx: Context,
  { list }: InputOf<typeof operatorLists.filters>,
): Promise<OutputOf<typeof operatorLists.filters>> {
  const id = operatorId(ctx)
  return {
    filters: (await filtersOf(ctx.db, id, list)).map((row) => ({
      id: row.id,
      name: row.name,
      query: row.query,
      shared: row.shared,
      own: row.account_id === id,
      createdAt: row.created_at.toISOString(),
    })),
  }
}
