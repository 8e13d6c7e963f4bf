import { z } from 'zod'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import {
  type DataAction,
  type DataRequest,
  dataRequestLimits,
  DataSubject,
  type operatorDataRequests,
} from '#contract/operator/data-requests.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import {
  type ApprovalRow,
  createApproval,
  eraseApprovalSubject,
  fetchApprovalsOf,
  getApprovalRow,
} from '#server/platform/oversight/approvals.ts'
import { createFieldRefusal, Refusal } from '#server/platform/refusal.ts'
import { assertErasable, collectSubjectData, eraseSubject, getSubjectKey, nameSubject } from './data-subjects.ts'

const DAY_MS = 86_400_000
const kinds = { export: 'data_export', erasure: 'data_erasure' } as const

type Calls = typeof operatorDataRequests

/** The saved part of an approval. The subject is removed once it is erased. */
const WantedData = z.object({ subject: DataSubject.optional(), requestedOn: z.string(), reference: z.string() })

/** The logged part of a request, without the person. */
export const getLoggedRequest = (wanted: unknown): Record<string, unknown> => {
  const { requestedOn, reference } = WantedData.parse(wanted)
  return { requestedOn, reference }
}

export const isDataRequest = ({ kind }: { kind: string }): boolean => kind === kinds.export || kind === kinds.erasure

/** Asks another operator to approve an export or an erasure. Refuses at once what could not be erased. */
export function createDataRequest(
  ctx: Context,
  { subject, action, requestedOn, reference, reason }: InputOf<Calls['create']>,
): Promise<OutputOf<Calls['create']>> {
  if (requestedOn > ctx.now.toISOString().slice(0, 10)) throw createFieldRefusal('date_future', 'requestedOn')
  return ctx.transaction(async (tx) => {
    const { name, email } = await nameSubject(tx, subject)
    if (action === 'erasure') await assertErasable(tx, subject)
    const id = await createApproval(tx, {
      kind: kinds[action],
      subject: { id: getSubjectKey(subject), name: [name, email].filter(Boolean).join(', ') },
      wanted: { subject, requestedOn, reference },
      reason,
      logged: { requestedOn, reference },
    })
    return { request: presentRequest(tx, await getApprovalRow(tx.db, id)) }
  })
}

export async function listDataRequests(ctx: Context, page: InputOf<Calls['list']>): Promise<OutputOf<Calls['list']>> {
  const { rows, nextCursor } = await fetchApprovalsOf(ctx.db, Object.values(kinds), page)
  return { requests: rows.map((row) => presentRequest(ctx, row)), nextCursor }
}

function presentRequest(ctx: Context, row: ApprovalRow): DataRequest {
  const { requestedOn, reference } = WantedData.parse(row.wanted)
  const due = new Date(Date.parse(requestedOn) + dataRequestLimits.answerDays * DAY_MS)
  const until = getDownloadEnd(row)
  return {
    id: row.id,
    action: actionOf(row),
    name: row.subject_name,
    reason: row.reason,
    requestedOn,
    reference,
    dueOn: due.toISOString().slice(0, 10),
    state: row.decided_at ? (row.approved ? 'approved' : 'rejected') : 'waiting',
    askedBy: row.asker,
    askedAt: row.asked_at.toISOString(),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    downloadUntil: until && until > ctx.now && row.asked_by === ctx.viewer.accountId ? until.toISOString() : null,
  }
}

const actionOf = ({ kind }: { kind: string }): DataAction => (kind === kinds.export ? 'export' : 'erasure')

/** Null unless an export was approved. */
const getDownloadEnd = ({ kind, approved, decided_at }: ApprovalRow): Date | null =>
  kind === kinds.export && approved && decided_at
    ? new Date(decided_at.getTime() + dataRequestLimits.downloadDays * DAY_MS)
    : null

/** Returns an approved export, collected now, to the operator who asked for it. */
export async function downloadDataExport(
  ctx: Context,
  { requestId }: InputOf<Calls['download']>,
): Promise<OutputOf<Calls['download']>> {
  const row = await getApprovalRow(ctx.db, requestId).catch(() => undefined)
  const until = row && getDownloadEnd(row)
  if (!row || !until || until <= ctx.now || row.asked_by !== ctx.viewer.accountId) throw new Refusal('not_found')
  const { subject } = WantedData.parse(row.wanted)
  if (!subject) throw new Refusal('not_found')
  const content = await collectSubjectData(ctx, subject)
  await recordAudit(ctx, {
    act: 'person.export',
    subject: { kind: 'person', id: row.subject_id },
    after: getLoggedRequest(row.wanted),
    reason: row.reason,
  })
  return { fileName: `primp-${ctx.now.toISOString().slice(0, 10)}.json`, content }
}

/** Carries out an approved erasure in the transaction of the decision, and removes the person from the request. */
export async function eraseOnRequest(ctx: Context, { id, wanted }: { id: string; wanted: unknown }): Promise<void> {
  const { subject } = WantedData.parse(wanted)
  if (!subject) throw new Refusal('state_changed')
  await eraseSubject(ctx, subject)
  await eraseApprovalSubject(ctx.db, id, getLoggedRequest(wanted))
  await recordAudit(ctx, {
    act: 'person.erase',
    subject: { kind: 'person', id: getSubjectKey(subject) },
    after: getLoggedRequest(wanted),
  })
}
