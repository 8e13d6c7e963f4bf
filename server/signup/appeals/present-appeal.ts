import { documentRefusals, type DocumentRefusal } from '#contract/providers/checks/document-refusals.ts'
import type { Appeal, AppealedDecision, OperatorAppeal, OwnAppeals } from '#contract/signup/appeals/appeals.ts'
import { actAsOne } from '#server/accounts/index.ts'
import type { Catalog, Market } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { checkIn, marketOf } from '#server/providers/index.ts'
import { appealable, appealsOf, filesOf, type Made, type ShownRow } from './appeal-queries.ts'

const APPEAL_DAYS = 90
const DAY_MS = 86_400_000

/** Since when decisions can still be appealed against. */
export const appealableSince = (now: Date): Date => new Date(now.getTime() - APPEAL_DAYS * DAY_MS)

const labelOf = (market: Market, kind: AppealedDecision['kind'], documentKind: string | null): string =>
  kind === 'document' ? checkIn(market, documentKind ?? 'identity').label : ''

/** Why a decision was made, as its artist was told. */
export const reasonOf = ({ refusal, note }: Pick<Made, 'refusal' | 'note'>): string =>
  [refusal && refusal !== 'other' ? documentRefusals[refusal as DocumentRefusal] : '', note].filter(Boolean).join(' ')

const presentMade = (made: Made, market: Market): AppealedDecision => ({
  kind: made.kind,
  documentId: made.documentId,
  label: labelOf(market, made.kind, made.documentKind),
  decidedAt: made.at.toISOString(),
  reason: reasonOf(made),
})

type Files = Awaited<ReturnType<typeof filesOf>>

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

/** An artist's appeals, and what they can appeal against now. */
export async function presentOwnAppeals(
  { db, now }: Context,
  catalog: Catalog,
  provider: { id: string; country_code: string },
): Promise<OwnAppeals> {
  const market = marketOf(catalog, provider.country_code)
  const rows = await appealsOf(db, provider.id)
  const files = await filesOf(
    db,
    rows.map(({ id }) => id),
  )
  const open = rows.some(({ upheld }) => upheld === null) ? [] : await appealable(db, provider.id, appealableSince(now))
  return {
    appeals: rows.map((row) => presentOne(row, files, market)),
    open: open.map((made) => presentMade(made, market)),
  }
}

/** Appeals as operators see them. */
export async function presentAppeals(
  { db, viewer }: Context,
  catalog: Catalog,
  rows: readonly ShownRow[],
): Promise<OperatorAppeal[]> {
  const me = viewer.accountId ?? ''
  const files = await filesOf(
    db,
    rows.map(({ id }) => id),
  )
  const shown: OperatorAppeal[] = []
  for (const row of rows)
    shown.push({
      ...presentOne(row, files, marketOf(catalog, row.country_code)),
      artist: { id: row.provider_id, name: row.name, slug: row.slug, accountId: row.account_id },
      decidedAgainstBy: row.against_name,
      decidedBy: row.decider,
      yours:
        row.upheld === null &&
        row.account_id !== me &&
        !(row.against !== null && (await actAsOne(db, row.against, me))),
    })
  return shown
}
