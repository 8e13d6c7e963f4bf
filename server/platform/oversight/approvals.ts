import type { ApprovalKind } from '#contract/operator/approvals.ts'
import type { Db } from '#db/database.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchPage, type Page, type PageRequest } from '#server/platform/pagination.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Asked = {
  kind: ApprovalKind
  subject: { id: string; name?: string }
  wanted: Record<string, unknown>
  reason: string
  /** End of the waiting period of a change that no other operator can approve. */
  effectiveAt?: Date
  /** Replaces the subject's name and `wanted` in the audit log if those name a person who may be erased. */
  logged?: Record<string, unknown>
}

/** Saves a change that needs another operator's approval, one per subject, in the caller's transaction. */
export async function createApproval(
  ctx: Context,
  { kind, subject, wanted, reason, effectiveAt, logged }: Asked,
): Promise<string> {
  const asked_by = ctx.viewer.accountId
  if (!asked_by) throw new Error(`the approval ${kind} has no requester`)
  const row = await ctx.db
    .insertInto('approval')
    .values({
      kind,
      subject_id: subject.id,
      subject_name: subject.name ?? '',
      wanted: JSON.stringify(wanted),
      reason,
      asked_by,
      asked_at: ctx.now,
      effective_at: effectiveAt ?? null,
    })
    .onConflict((oc) => oc.columns(['kind', 'subject_id']).where('decided_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new Refusal('approval_pending')
  await recordAudit(ctx, {
    act: 'approval.ask',
    subject: { kind, ...(logged ? { id: subject.id } : subject) },
    after: logged ?? wanted,
    reason,
  })
  return row.id
}

export const lockApproval = (db: Db, id: string) =>
  db.selectFrom('approval').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Returns whether the change is in its waiting period. */
export const isInWaitingPeriod = ({
  approved,
  effective_at,
  done_at,
}: Pick<ApprovalRow, 'approved' | 'effective_at' | 'done_at'>): boolean =>
  effective_at !== null && done_at === null && approved !== false

/** Starts or ends the waiting period of an approved change, in the caller's transaction. */
export const updateApproval = (
  db: Db,
  id: string,
  change: { effective_at: Date } | { approved: true; decided_at: Date; done_at: Date },
) => db.updateTable('approval').set(change).where('id', '=', id).execute()

/** Lists changes whose waiting period has ended, oldest first. */
export const listEffectiveApprovals = (db: Db, now: Date): Promise<{ id: string }[]> =>
  db
    .selectFrom('approval')
    .select('id')
    .where('effective_at', '<=', now)
    .where('done_at', 'is', null)
    .where((of) => of.or([of('approved', 'is', null), of('approved', '=', true)]))
    .orderBy('effective_at')
    .limit(200)
    .execute()

/** Returns whether a change of this kind and subject is in its waiting period. */
export const hasWaitingChange = async (db: Db, kind: ApprovalKind, subjectId: string): Promise<boolean> =>
  (await db
    .selectFrom('approval')
    .select('id')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('effective_at', 'is not', null)
    .where('done_at', 'is', null)
    .where((of) => of.or([of('approved', 'is', null), of('approved', '=', true)]))
    .executeTakeFirst()) !== undefined

/** Runs in the caller's transaction. */
export const closeApproval = (
  { db, now, viewer }: Context,
  id: string,
  { approved, reason }: { approved: boolean; reason: string },
) =>
  db
    .updateTable('approval')
    .set({ approved, decided_by: viewer.accountId, decided_at: now, decision_reason: reason })
    .where('id', '=', id)
    .execute()

const shown = (db: Db) =>
  db
    .selectFrom('approval as v')
    .innerJoin('account as asker', 'asker.id', 'v.asked_by')
    .leftJoin('account as decider', 'decider.id', 'v.decided_by')
    .selectAll('v')
    .select(['asker.name as asker', 'decider.name as decider'])
export type ApprovalRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

export const getApprovalRow = (db: Db, id: string): Promise<ApprovalRow> =>
  shown(db).where('v.id', '=', id).executeTakeFirstOrThrow()

export const listWaitingApprovals = (db: Db): Promise<ApprovalRow[]> =>
  shown(db).where('v.decided_at', 'is', null).orderBy('v.asked_at').limit(200).execute()

export const fetchApprovalsOf = (
  db: Db,
  kinds: readonly ApprovalKind[],
  page: PageRequest,
): Promise<Page<ApprovalRow>> =>
  fetchPage(shown(db).where('v.kind', 'in', [...kinds]), page, { at: 'v.asked_at', id: 'v.id' })

/** Removes the name and the address of an erased person from a decided approval, in the caller's transaction. */
export const eraseApprovalSubject = (db: Db, id: string, wanted: Record<string, unknown>) =>
  db
    .updateTable('approval')
    .set({ subject_name: '', wanted: JSON.stringify(wanted) })
    .where('id', '=', id)
    .execute()

export const fetchDecidedApprovals = (db: Db, page: PageRequest): Promise<Page<ApprovalRow>> =>
  fetchPage(shown(db).where('v.decided_at', 'is not', null), page, { at: 'v.asked_at', id: 'v.id' })
