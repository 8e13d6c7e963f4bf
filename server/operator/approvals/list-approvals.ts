import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Approval, operatorApprovals } from '#contract/operator/approvals.ts'
import { decidedApprovals, waitingApprovals } from '#server/platform/oversight/approvals.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { presentApproval } from './present-approval.ts'

/** What waits for another operator on the first page, before what was decided, newest first. */
export async function listApprovals(
  ctx: Context,
  { cursor }: InputOf<typeof operatorApprovals.list>,
): Promise<OutputOf<typeof operatorApprovals.list>> {
  const { page, nextCursor } = paged(await decidedApprovals(ctx.db, readCursor(cursor, uuids)))
  const approvals: Approval[] = []
  for (const row of [...(cursor ? [] : await waitingApprovals(ctx.db)), ...page])
    approvals.push(await presentApproval(ctx, row))
  return { approvals, nextCursor }
}
