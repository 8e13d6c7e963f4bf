import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type Approval, type operatorApprovals, waitingHours } from '#contract/operator/approvals.ts'
import {
  getApprovalRow,
  type ApprovalRow,
  closeApproval,
  fetchDecidedApprovals,
  isInWaitingPeriod,
  listEffectiveApprovals,
  lockApproval,
  listWaitingApprovals,
  updateApproval,
} from '#server/platform/oversight/approvals.ts'
import type { Context } from '#server/platform/context.ts'
import {
  countAsOnePerson,
  findAccount,
  findEndedLink,
  grantOperator,
  redeemLink,
  resetFactors,
  sendStopLink,
} from '#server/accounts/index.ts'
import { z } from 'zod'
import { Duty, hasDuty } from '#contract/accounts/duties.ts'
import { saveRefundLimit, RefundLimitWish } from '#server/payments/index.ts'
import { eraseOnRequest, getLoggedRequest, isDataRequest } from '#server/privacy/index.ts'
import { getSenderInTransaction } from '#server/notifications/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { saveSetting } from '#server/platform/settings.ts'
import { SECOND_APPROVAL_KEY } from './settings.ts'

type Calls = typeof operatorApprovals

export async function listApprovals(
  ctx: Context,
  { cursor }: InputOf<Calls['list']>,
): Promise<OutputOf<Calls['list']>> {
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
    yours: !row.decided_at && row.subject_id !== me && !(await countAsOnePerson(ctx.db, row.asked_by, me)),
    decision: row.decided_at
      ? {
          approved: row.approved === true,
          by: row.decider ?? '',
          at: row.decided_at.toISOString(),
          reason: row.decision_reason,
        }
      : null,
    effectiveAt: row.effective_at?.toISOString() ?? null,
    canStop: isInWaitingPeriod(row),
  }
}

export const decideApproval = (
  ctx: Context,
  { approvalId, approve, reason }: InputOf<Calls['decide']>,
): Promise<OutputOf<Calls['decide']>> =>
  ctx.transaction(async (inner) => {
    const wish = await lockApproval(inner.db, approvalId)
    if (!wish) throw new Refusal('not_found')
    if (wish.decided_at) throw new Refusal('state_changed')
    const me = inner.viewer.accountId ?? ''
    if (approve && (wish.subject_id === me || (await countAsOnePerson(inner.db, wish.asked_by, me))))
      throw new Refusal('second_operator_required')
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

async function carryOut(ctx: Context, wish: Wish): Promise<void> {
  const { id, kind, subject_id, wanted, asked_by, reason } = wish
  if (kind === 'operator') {
    await grantOperator(ctx, subject_id, { duties: OperatorWish.parse(wanted).duties, madeBy: asked_by, reason })
    // Approved before the end of a waiting period.
    if (wish.effective_at) await updateApproval(ctx.db, id, { approved: true, decided_at: ctx.now, done_at: ctx.now })
    return
  }
  if (kind === 'factor_reset') return startWaitingPeriod(ctx, wish)
  if (kind === 'data_erasure') return eraseOnRequest(ctx, { id, wanted })
  // The operator who asked downloads the export.
  if (kind === 'data_export') return
  if (kind === 'refund_limit') return saveRefundLimit(ctx, RefundLimitWish.parse(wanted), reason)
  await saveSetting(ctx.database, ctx.db, SECOND_APPROVAL_KEY, SecondApprovalWish.parse(wanted).secondApproval, ctx.now)
}

const HOUR_MS = 3_600_000

/** Notifies the person of the approved removal of their second factor, with a link that stops it. */
async function startWaitingPeriod(ctx: Context, { id, subject_id }: Wish): Promise<void> {
  const effectiveAt = new Date(ctx.now.getTime() + waitingHours.factor_reset * HOUR_MS)
  await updateApproval(ctx.db, id, { effective_at: effectiveAt })
  await sendStopLink(ctx, await getSenderInTransaction(ctx), {
    accountId: subject_id,
    kind: 'factor.resetting',
    approvalId: id,
    effectiveAt,
  })
}

/** Stops a change during its waiting period. Throws `state_changed` after it. */
export const stopApproval = (
  ctx: Context,
  { approvalId, reason }: InputOf<Calls['stop']>,
): Promise<OutputOf<Calls['stop']>> =>
  ctx.transaction(async (tx) => {
    const wish = await lockApproval(tx.db, approvalId)
    if (!wish) throw new Refusal('not_found')
    await endWaitingPeriod(tx, wish, reason)
    return { approval: await presentApproval(tx, await getApprovalRow(tx.db, wish.id)) }
  })

async function endWaitingPeriod(tx: Context, wish: Wish, reason: string): Promise<void> {
  if (!isInWaitingPeriod(wish)) throw new Refusal('state_changed')
  await closeApproval(tx, wish.id, { approved: false, reason })
  await recordAudit(tx, {
    act: 'approval.stop',
    subject: { kind: wish.kind, id: wish.subject_id, name: wish.subject_name },
    after: wish.wanted,
    reason,
  })
}

const STOPPED_BY_LINK = 'Stopped with the link in the email.'

export async function getStoppableChange(
  ctx: Context,
  { token }: InputOf<Calls['readStopLink']>,
): Promise<OutputOf<Calls['readStopLink']>> {
  const link = await findEndedLink(ctx, 'stop_change', token)
  if (!link || link.expires_at <= ctx.now) throw new Refusal('link_expired')
  if (link.used_at) throw new Refusal('link_used')
  return { change: presentStoppable(await getApprovalRow(ctx.db, getApprovalOfLink(link))) }
}

const presentStoppable = ({
  kind,
  subject_name,
  effective_at,
}: ApprovalRow): OutputOf<Calls['readStopLink']>['change'] => {
  if ((kind !== 'operator' && kind !== 'factor_reset') || !effective_at) throw new Refusal('link_expired')
  return { kind, name: subject_name, effectiveAt: effective_at.toISOString() }
}

const getApprovalOfLink = ({ detail }: { detail: unknown }): string =>
  z.object({ approvalId: z.uuid() }).parse(detail).approvalId

export const stopByLink = (
  ctx: Context,
  { token }: InputOf<Calls['stopByLink']>,
): Promise<OutputOf<Calls['stopByLink']>> =>
  ctx.transaction(async (tx) => {
    const link = await redeemLink(tx, 'stop_change', token)
    const wish = await lockApproval(tx.db, getApprovalOfLink(link))
    if (!wish) throw new Refusal('link_expired')
    const change = presentStoppable(await getApprovalRow(tx.db, wish.id))
    // The reader of the email acts for themselves, signed in or not.
    const as = { ...tx, viewer: { ...tx.viewer, accountId: link.account_id, actorId: null } }
    await endWaitingPeriod(as, wish, STOPPED_BY_LINK)
    return { change }
  })

/** Makes the changes whose waiting period has ended. Must not run inside a transaction. */
export async function applyWaitingChanges(ctx: Context): Promise<void> {
  for (const { id } of await listEffectiveApprovals(ctx.db, ctx.now))
    await ctx
      .transaction(async (tx) => {
        const wish = await lockApproval(tx.db, id)
        if (wish && isInWaitingPeriod(wish)) await applyChange(tx, wish)
      })
      .catch((fault) => ctx.log.error(toFaultFields(fault), 'applying a change after its waiting period failed'))
}

async function applyChange(tx: Context, wish: Wish): Promise<void> {
  const { asked_by, subject_id, reason } = wish
  const as = { ...tx, viewer: { ...tx.viewer, accountId: wish.decided_by ?? asked_by } }
  const refuse = (why: string) => closeApproval(tx, wish.id, { approved: false, reason: why })
  const subject = await findAccount(tx.db, subject_id)
  if (!subject || subject.suspended_at) return void (await refuse('The account is suspended or deleted.'))
  if (wish.kind === 'factor_reset') {
    await resetFactors(as, await getSenderInTransaction(tx), subject, reason)
    await updateApproval(tx.db, wish.id, { approved: true, decided_at: wish.decided_at ?? tx.now, done_at: tx.now })
    return
  }
  const asker = await findAccount(tx.db, asked_by)
  if (!asker?.duties.includes('owner') || asker.suspended_at)
    return void (await refuse('The operator who asked is no longer an owner.'))
  await grantOperator(as, subject_id, { duties: OperatorWish.parse(wish.wanted).duties, madeBy: asked_by, reason })
  await updateApproval(tx.db, wish.id, { approved: true, decided_at: tx.now, done_at: tx.now })
}
