import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Approval, operatorApprovals } from '#contract/operator/approvals.ts'
import { fetchDecidedApprovals, waitingApprovals } from '#server/platform/oversight/approvals.ts'
import type { Context } from '#server/platform/context.ts'
import { presentApproval } from './present-approval.ts'

/** What waits for another operator on the first page, before what was decided, newest first. */
export async function listApprovals(
  ctx: Context,
  { cursor }: InputOf<typeof operatorApprovals.list>,
): Promise<OutputOf<typeof operatorApprovals.list>> {
  const { rows, nextCursor } = await fetchDecidedApprovals(ctx.db, { cursor })
  const approvals: Approval[] = []
  for (const row of [...(cursor ? [] : await waitingApprovals(ctx.db)), ...rows])
    approvals.push(await presentApproval(ctx, row))
  return { approvals, nextCursor }
}
