import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Approval, operatorApprovals } from '#contract/operator/approvals.ts'
import {
  getApprovalRow,
  type ApprovalRow,
  closeApproval,
  fetchDecidedApprovals,
  lockApproval,
  listWaitingApprovals,
} from '#server/platform/oversight/approvals.ts'
import type { Context } from '#server/platform/context.ts'
import { countAsOnePerson, grantOperator } from '#server/accounts/index.ts'
import { z } from 'zod'
import { Duty, hasDuty } from '#contract/accounts/duties.ts'
import { saveRefundLimit, RefundLimitWish } from '#server/payments/index.ts'
import { eraseOnRequest, getLoggedRequest, isDataRequest } from '#server/privacy/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { saveSetting } from '#server/platform/settings.ts'
import { SECOND_APPROVAL_KEY } from './settings.ts'

export async function listApprovals(
  ctx: Context,
  { cursor }: InputOf<typeof operatorApprovals.list>,
): Promise<OutputOf<typeof operatorApprovals.list>> {
  const { rows, nextCursor } = await fetchDecidedApprovals(ctx.db, { cursor })
  const approvals: Approval[] = []
  for (const row of [...(cursor ? [] : await listWaitingApprovals(ctx.db)), ...rows])
    approvals.push(await presentApproval(ctx, row))
  return { approvals, nextCursor }
}

async function presentApproval(ctx: Context, row: ApprovalRow): Promise<Approval> {
  const me = ctx.viewer.accountId ?? ''
  // Only operators who may see people see the name of the subject.
  const isNamed = !isDataRequest(row) || hasDuty(ctx.viewer.duties, ['support'])
  return {
    id: row.id,
    kind: row.kind as Approval['kind'],
    subject: { id: row.subject_id, name: isNamed ? row.subject_name : '' },
    wanted: isDataRequest(row) ? getLoggedRequest(row.wanted) : (row.wanted as Approval['wanted']),
    reason: row.reason,
    askedBy: row.asker,
    askedAt: row.asked_at.toISOString(),
    yours: !row.decided_at && !(await countAsOnePerson(ctx.db, row.asked_by, me)),
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

export const decideApproval = (
  ctx: Context,
  { approvalId, approve, reason }: InputOf<typeof operatorApprovals.decide>,
): Promise<OutputOf<typeof operatorApprovals.decide>> =>
  ctx.transaction(async (inner) => {
    const wish = await lockApproval(inner.db, approvalId)
    if (!wish) throw new Refusal('not_found')
    if (wish.decided_at) throw new Refusal('state_changed')
    const me = inner.viewer.accountId ?? ''
    if (approve && (await countAsOnePerson(inner.db, wish.asked_by, me))) throw new Refusal('second_operator_required')
    await closeApproval(inner, wish.id, { approved: approve, reason })
    await recordAudit(inner, {
      act: approve ? 'approval.give' : 'approval.refuse',
      subject: { kind: wish.kind, id: wish.subject_id, ...(isDataRequest(wish) ? {} : { name: wish.subject_name }) },
      after: isDataRequest(wish) ? getLoggedRequest(wish.wanted) : wish.wanted,
      reason,
    })
    if (approve) await carryOut(inner, wish)
    return { approval: await presentApproval(inner, await getApprovalRow(inner.db, wish.id)) }
  })

const OperatorWish = z.object({ duties: Duty.array().min(1) })
const SecondApprovalWish = z.object({ secondApproval: z.boolean() })

type Wish = NonNullable<Awaited<ReturnType<typeof lockApproval>>>

async function carryOut(ctx: Context, { id, kind, subject_id, wanted, asked_by, reason }: Wish): Promise<void> {
  if (kind === 'operator')
    return grantOperator(ctx, subject_id, { duties: OperatorWish.parse(wanted).duties, madeBy: asked_by, reason })
  if (kind === 'data_erasure') return eraseOnRequest(ctx, { id, wanted })
  // The operator who asked downloads the export.
  if (kind === 'data_export') return
  if (kind === 'refund_limit') return saveRefundLimit(ctx, RefundLimitWish.parse(wanted), reason)
  await saveSetting(ctx.database, ctx.db, SECOND_APPROVAL_KEY, SecondApprovalWish.parse(wanted).secondApproval, ctx.now)
}
