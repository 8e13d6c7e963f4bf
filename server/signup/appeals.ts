import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type {
  Appeal,
  AppealedDecision,
  OperatorAppeal,
  operatorAppeals,
  providerAppeals,
  ProviderAppeals,
} from '#contract/signup/appeals/appeals.ts'
import { type Catalog, getCatalog, type Market } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import {
  listAppealableDecisions,
  getAppealById,
  findAppealFile,
  type AppealRow,
  listAppealsOf,
  closeAppeal,
  countWaiting,
  deleteAppeal,
  listAppealsToPurge,
  fetchDecidedAppeals,
  fetchWaitingAppeals,
  listFilesOf,
  insertAppeal,
  lockAppeal,
  lockRejected,
  type AppealableDecision,
  openAppeal,
  type ShownRow,
} from './appeals.queries.ts'
import {
  checkIn,
  getMarket,
  getCallerProvider,
  reopenDocument,
  restoreProvider,
  setProviderState,
} from '#server/providers/index.ts'
import { type DocumentRefusal, documentRefusals } from '#contract/providers/checks/document-refusals.ts'
import { countAsOnePerson, toAddressee, findAccount } from '#server/accounts/index.ts'
import { deleteSealed, runWithSealedPictures } from '#server/pictures/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { notify, getSender } from '#server/notifications/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { insertRound } from './verification.queries.ts'
import { fixedRetentionDays } from '#contract/constants.ts'
import type { Hono } from 'hono'
import { createSealedRoutes } from '#server/pictures/sealed-routes.ts'
import type { Rig } from '#server/platform/rig.ts'

export async function listAppeals(
  ctx: Context,
  { tab, cursor }: InputOf<typeof operatorAppeals.list>,
): Promise<OutputOf<typeof operatorAppeals.list>> {
  const catalog = await getCatalog(ctx.database)
  const fetchAppeals = tab === 'waiting' ? fetchWaitingAppeals : fetchDecidedAppeals
  const { rows, nextCursor } = await fetchAppeals(ctx.db, { cursor })
  await recordAccess(ctx, { what: 'appeal', of: rows.map(({ account_id }) => account_id) })
  return {
    appeals: await presentAppeals(ctx, catalog, rows),
    counts: { waiting: await countWaiting(ctx.db) },
    nextCursor,
  }
}

export async function getAppeals(ctx: Context): Promise<OutputOf<typeof providerAppeals.show>> {
  const catalog = await getCatalog(ctx.database)
  return presentOwnAppeals(ctx, catalog, await getCallerProvider(ctx))
}

const APPEAL_DAYS = 90
const DAY_MS = 86_400_000

const appealableSince = (now: Date): Date => new Date(now.getTime() - APPEAL_DAYS * DAY_MS)

const labelOf = (market: Market, kind: AppealedDecision['kind'], documentKind: string | null): string =>
  kind === 'document' ? checkIn(market, documentKind ?? 'identity').label : ''

const reasonOf = ({ refusal, note }: Pick<AppealableDecision, 'refusal' | 'note'>): string =>
  [refusal && refusal !== 'other' ? documentRefusals[refusal as DocumentRefusal] : '', note].filter(Boolean).join(' ')

const presentMade = (made: AppealableDecision, market: Market): AppealedDecision => ({
  kind: made.kind,
  documentId: made.documentId,
  label: labelOf(market, made.kind, made.documentKind),
  decidedAt: made.at.toISOString(),
  reason: reasonOf(made),
})

type Files = Awaited<ReturnType<typeof listFilesOf>>

const presentOne = (row: ShownRow, files: Files, market: Market): Appeal => ({
  id: row.id,
  against: {
    kind: row.kind as AppealedDecision['kind'],
    documentId: row.document_id,
    label: labelOf(market, row.kind as AppealedDecision['kind'], row.document_kind),
    decidedAt: row.decision_at.toISOString(),
    reason: row.reason,
  },
  words: row.words,
  files: files.filter((file) => file.appeal_id === row.id).map(({ id }) => id),
  sentAt: row.sent_at.toISOString(),
  decision:
    row.upheld === null || row.decided_at === null
      ? null
      : { upheld: row.upheld, answer: row.answer, at: row.decided_at.toISOString() },
})

async function presentOwnAppeals(
  { db, now }: Context,
  catalog: Catalog,
  provider: { id: string; country_code: string },
): Promise<ProviderAppeals> {
  const market = getMarket(catalog, provider.country_code)
  const rows = await listAppealsOf(db, provider.id)
  const files = await listFilesOf(
    db,
    rows.map(({ id }) => id),
  )
  const open = rows.some(({ upheld }) => upheld === null)
    ? []
    : await listAppealableDecisions(db, provider.id, appealableSince(now))
  return {
    appeals: rows.map((row) => presentOne(row, files, market)),
    open: open.map((made) => presentMade(made, market)),
  }
}

async function presentAppeals(
  { db, viewer }: Context,
  catalog: Catalog,
  rows: readonly ShownRow[],
): Promise<OperatorAppeal[]> {
  const me = viewer.accountId ?? ''
  const files = await listFilesOf(
    db,
    rows.map(({ id }) => id),
  )
  const shown: OperatorAppeal[] = []
  for (const row of rows)
    shown.push({
      ...presentOne(row, files, getMarket(catalog, row.country_code)),
      artist: { id: row.provider_id, name: row.name, slug: row.slug, accountId: row.account_id },
      decidedAgainstBy: row.against_name,
      decidedBy: row.decider,
      yours:
        row.upheld === null &&
        row.account_id !== me &&
        !(row.against !== null && (await countAsOnePerson(db, row.against, me))),
    })
  return shown
}

/** One open appeal at a time, and one per decision. */
export async function sendAppeal(
  ctx: Context,
  { kind, documentId, words, pictures }: InputOf<typeof providerAppeals.send>,
): Promise<OutputOf<typeof providerAppeals.send>> {
  const catalog = await getCatalog(ctx.database)
  const provider = await getCallerProvider(ctx)
  if (await openAppeal(ctx.db, provider.id)) throw new Refusal('appeal_open')
  const decisions = await listAppealableDecisions(ctx.db, provider.id, appealableSince(ctx.now))
  const made = decisions.find((one) => one.kind === kind && one.documentId === documentId)
  if (!made) throw new Refusal('appeal_closed')
  return runWithSealedPictures(ctx, pictures, (files) =>
    ctx.transaction(async (inner) => {
      const kept = await insertAppeal(
        inner.db,
        {
          provider_id: provider.id,
          kind,
          document_id: made.documentId,
          round_id: made.roundId,
          decision_at: made.at,
          against: made.by,
          reason: reasonOf(made),
          words,
          sent_at: inner.now,
        },
        files.map(({ file }) => file),
      )
      // A concurrent request was first.
      if (!kept) throw new Refusal('appeal_open')
      return presentOwnAppeals(inner, catalog, provider)
    }),
  )
}

const nextSteps = {
  document: 'Someone else will check your document again.',
  verification: 'Someone else will check your profile again.',
  suspension: 'Your suspension has ended.',
} as const

export async function decideAppeal(
  ctx: Context,
  { appealId, uphold, answer }: InputOf<typeof operatorAppeals.decide>,
): Promise<OutputOf<typeof operatorAppeals.decide>> {
  const catalog = await getCatalog(ctx.database)
  const sender = await getSender(ctx)
  return ctx.idempotent(async (inner) => {
    const appeal = await lockAppeal(inner.db, appealId)
    if (!appeal) throw new Refusal('not_found')
    if (appeal.upheld !== null) throw new Refusal('state_changed')
    const me = inner.viewer.accountId ?? ''
    const before = await getAppealById(inner.db, appealId)
    // Operators cannot decide their own appeals or about their own decisions.
    if (before.account_id === me) throw new Refusal('not_yours')
    if (appeal.against && (await countAsOnePerson(inner.db, appeal.against, me)))
      throw new Refusal('second_operator_required')
    if (uphold) await undo(inner, appeal, answer)
    await closeAppeal(inner.db, appealId, { upheld: uphold, answer, decided_by: me, decided_at: inner.now })
    await recordAudit(inner, {
      act: uphold ? 'appeal.uphold' : 'appeal.dismiss',
      subject: { kind: 'provider', id: appeal.provider_id, name: before.name },
      after: { appeal: appealId, kind: appeal.kind },
      reason: answer,
    })
    const account = before.account_id ? await findAccount(inner.db, before.account_id) : undefined
    const kind = appeal.kind as OperatorAppeal['against']['kind']
    if (account)
      await notify(inner, sender, {
        kind: uphold ? 'appeal.upheld' : 'appeal.dismissed',
        to: toAddressee(account),
        values: { answer: /[.!?]$/.test(answer) ? answer : `${answer}.`, next: nextSteps[kind] },
        path: '/dashboard/checks',
        fact: `appeal ${appealId}`,
      })
    const [shown] = await presentAppeals(inner, catalog, [await getAppealById(inner.db, appealId)])
    return { appeal: shown as OperatorAppeal }
  })
}

/** Another person reviews again, and a suspension ends immediately. Throws if the decision has changed. */
async function undo(ctx: Context, appeal: AppealRow, reason: string): Promise<void> {
  if (appeal.document_id) return reopenDocument(ctx, appeal.document_id)
  if (appeal.kind === 'suspension') return restoreProvider(ctx, appeal.provider_id, reason)
  const round = await lockRejected(ctx.db, appeal.provider_id)
  if (!round || round.id !== appeal.round_id) throw new Refusal('state_changed')
  await insertRound(ctx.db, {
    provider_id: appeal.provider_id,
    round: round.round + 1,
    submitted_at: ctx.now,
    fixed_steps: [],
    not_by: round.decided_by,
  })
  await setProviderState(ctx.db, appeal.provider_id, 'submitted')
}

/** Deletes pictures first, so that a failure can be retried. */
export async function purgeAppeals(ctx: Context): Promise<void> {
  const decided = new Date(ctx.now.getTime() - fixedRetentionDays.appeals * DAY_MS)
  const due = () => listAppealsToPurge(ctx.db, ctx.now, decided)
  for (let ids = await due(); ids.length > 0; ids = await due()) {
    for (const id of ids) {
      for (const { file } of await listFilesOf(ctx.db, [id])) await deleteSealed(ctx, file)
      await deleteAppeal(ctx.db, id)
    }
  }
}

/** Routes for `GET /v1/providers/me/appeals/files/{fileId}` and `GET /v1/operator/appeals/files/{fileId}`. */
export const createAppealFilesRoute = (rig: Rig): Hono =>
  createSealedRoutes(rig, {
    own: 'providers/me/appeals/files',
    operators: 'operator/appeals/files',
    called: 'a picture of an appeal',
    find: findAppealFile,
    act: 'appeal.view',
    what: 'appeal',
  })
