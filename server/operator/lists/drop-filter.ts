import { hasDuty } from '#contract/accounts/duties.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorLists } from '#contract/operator/lists.ts'
import { operatorId } from '#server/operator/operator-id.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteFilter } from './filter-queries.ts'
import { listFilters } from './list-filters.ts'

/** Forgets a filter of the caller's own; an owner also those that others share. */
export async function dropFilter(
  ctx: Context,
  { list, filterId }: InputOf<typeof operatorLists.dropFilter>,
): Promise<OutputOf<typeof operatorLists.dropFilter>> {
  const accountId = operatorId(ctx)
  const shared = hasDuty(ctx.viewer.duties, ['owner'])
  if (!(await deleteFilter(ctx.db, { list, id: filterId, accountId, shared }))) throw new Refusal('not_found')
  return listFilters(ctx, { list })
}
