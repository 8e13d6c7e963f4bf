import type { Approval } from '#contract/operator/approvals.ts'
import { actAsOne } from '#server/accounts/index.ts'
import type { ApprovalRow } from '#server/platform/oversight/approvals.ts'
import type { Context } from '#server/platform/context.ts'

/** What waits for another operator, as the caller sees it. */
export async function presentApproval(ctx: Context, row: ApprovalRow): Promise<Approval> {
  const me = ctx.viewer.accountId ?? ''
  return {
    id: row.id,
    kind: row.kind as Approval['kind'],
    subject: { id: row.subject_id, name: row.subject_name },
    wanted: row.wanted as Approval['wanted'],
    reason: row.reason,
    askedBy: row.asker,
    askedAt: row.asked_at.toISOString(),
    yours: !row.decided_at && !(await actAsOne(ctx.db, row.asked_by, me)),
    decision: row.decided_at
      ? {
          approved: row.approved === true,
          by: row.decider ?? '',
          at: row.decided_at.toISOString(),
          reason: row.decision_reason,
        }
      : null,
  }
}
