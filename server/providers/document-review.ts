import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { CheckedMarket, DocumentRow as Shown, operatorChecks } from '#contract/providers/checks/operator-checks.ts'
import { getCatalog, changeCheck, type Market } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { getToday } from '#server/platform/event-day.ts'
import {
  changeDocument,
  checkFigures,
  countWaiting,
  findDocumentById,
  listDocumentsOf,
  fetchDecidedDocuments,
  fetchWaitingDocuments,
  listFiles,
  getListedDocument,
  lockDocument,
} from './documents.queries.ts'
import { checkIn, getMarket, presentDocument, presentListed } from './documents.ts'
import { countAsOnePerson, toAddressee } from '#server/accounts/index.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { getCheckExpiry } from './badge.ts'
import { assessArtistRisks } from './document-risk.ts'
import type { CountryCode } from '#contract/values.ts'
import { type MailKind, notify, type Sender, getSender } from '#server/notifications/index.ts'
import { formatDate } from '#contract/format.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { documentRefusals } from '#contract/providers/checks/document-refusals.ts'
import { stripEnd } from '#contract/words.ts'

export async function listDocuments(
  ctx: Context,
  { tab, cursor }: InputOf<typeof operatorChecks.documents>,
): Promise<OutputOf<typeof operatorChecks.documents>> {
  const catalog = await getCatalog(ctx.database)
  const fetchDocuments = tab === 'waiting' ? fetchWaitingDocuments : fetchDecidedDocuments
  const { rows, nextCursor } = await fetchDocuments(ctx.db, { cursor })
  return {
    rows: rows.map((row) => {
      const market = getMarket(catalog, row.country_code)
      return presentListed(row, market, getToday(market.tz, ctx.now))
    }),
    counts: { waiting: await countWaiting(ctx.db) },
    nextCursor,
  }
}

export async function getDocument(
  ctx: Context,
  { documentId }: InputOf<typeof operatorChecks.document>,
): Promise<OutputOf<typeof operatorChecks.document>> {
  const catalog = await getCatalog(ctx.database)
  const found = await findDocumentById(ctx.db, documentId)
  if (!found) throw new Refusal('not_found')
  const { document, artist } = found
  await recordAccess(ctx, { what: 'document', subjectId: documentId, of: [artist.account_id] })
  const market = getMarket(catalog, artist.country_code)
  const check = checkIn(market, document.kind)
  const today = getToday(market.tz, ctx.now)
  const sent = (await listDocumentsOf(ctx.db, artist.id)).filter(({ kind }) => kind === document.kind)
  const files = await listFiles(
    ctx.db,
    sent.map(({ id }) => id),
  )
  const me = ctx.viewer.accountId ?? ''
  const others = [document.first_approval_by, document.not_by].filter((id) => id !== null)
  let yours = artist.account_id !== me
  for (const other of others) yours &&= !(await countAsOnePerson(ctx.db, other, me))
  return {
    row: presentListed(await getListedDocument(ctx.db, documentId), market, today),
    document: presentDocument(document, files, today),
    check,
    risks: await assessArtistRisks(
      ctx.db,
      {
        providerId: artist.id,
        accountId: artist.account_id,
        accountName: artist.account_name ?? artist.name,
        document,
      },
      today,
    ),
    wouldHoldUntil: getCheckExpiry(check, today, document.expires_on),
    yours,
    before: sent.filter(({ id }) => id !== documentId).map((row) => presentDocument(row, files, today)),
  }
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockDocument>>>
type Deciding = Locked & { market: Market; today: string; sender: Sender; me: string }

/**
 * Runs a document decision in a transaction. Throws for the caller's own document, or one they rejected before an
 * appeal.
 */
async function decideDocument(
  ctx: Context,
  documentId: string,
  work: (ctx: Context, deciding: Deciding) => Promise<void>,
): Promise<Shown> {
  const catalog = await getCatalog(ctx.database)
  const sender = await getSender(ctx)
  return ctx.idempotent(async (inner) => {
    const locked = await lockDocument(inner.db, documentId)
    if (!locked) throw new Refusal('not_found')
    const { document, artist } = locked
    const me = inner.viewer.accountId ?? ''
    // Operators cannot review their own documents.
    if (artist.account_id === me) throw new Refusal('not_yours')
    if (document.not_by && (await countAsOnePerson(inner.db, document.not_by, me)))
      throw new Refusal('second_operator_required')
    const market = getMarket(catalog, artist.country_code)
    const today = getToday(market.tz, inner.now)
    await work(inner, { ...locked, market, today, sender, me })
    return presentListed(await getListedDocument(inner.db, documentId), market, today)
  })
}

async function notifyDocumentArtist(
  ctx: Context,
  { artist, document, sender }: Pick<Deciding, 'artist' | 'document' | 'sender'>,
  kind: MailKind,
  values: Record<string, string | null>,
): Promise<void> {
  if (!artist.account_id || !artist.email) return
  const to = toAddressee({
    id: artist.account_id,
    email: artist.email,
    name: artist.account_name ?? artist.name,
    country_code: artist.country_code as CountryCode,
  })
  await notify(ctx, sender, {
    kind,
    to,
    values,
    path: '/dashboard/checks',
    fact: `${kind} ${document.id} ${ctx.now.toISOString()}`,
  })
}

/** With risks, a second operator must confirm. */
export const acceptDocument = (
  ctx: Context,
  { documentId, note }: InputOf<typeof operatorChecks.accept>,
): Promise<OutputOf<typeof operatorChecks.accept>> =>
  decideDocument(ctx, documentId, async (inner, deciding) => {
    const { document, artist, market, today, me } = deciding
    if (document.state !== 'pending') throw new Refusal('state_changed')
    const first = document.first_approval_by
    if (first && (await countAsOnePerson(inner.db, first, me))) throw new Refusal('second_operator_required')
    if (document.expires_on !== null && document.expires_on < today) throw new Refusal('document_expired')
    const risks = await assessArtistRisks(
      inner.db,
      {
        providerId: artist.id,
        accountId: artist.account_id,
        accountName: artist.account_name ?? artist.name,
        document,
      },
      today,
    )
    const subject = { kind: 'provider', id: artist.id, name: artist.name }
    if (risks.length > 0 && !first) {
      await changeDocument(inner.db, documentId, {
        second_look: true,
        first_approval_by: me,
        first_approval_at: inner.now,
        note,
      })
      await recordAudit(inner, {
        act: 'document.first_approval',
        subject,
        after: { document: documentId, kind: document.kind, risks },
        reason: note,
      })
      return
    }
    const check = checkIn(market, document.kind)
    const until = getCheckExpiry(check, today, document.expires_on)
    await changeDocument(inner.db, documentId, {
      state: 'accepted',
      second_look: risks.length > 0 || document.second_look,
      decided_by: me,
      decided_at: inner.now,
      valid_until: until,
      note,
    })
    await recordAudit(inner, {
      act: 'document.accept',
      subject,
      before: document.state,
      after: { document: documentId, kind: document.kind, validUntil: until, risks },
      reason: note,
    })
    await notifyDocumentArtist(inner, deciding, 'document.accepted', {
      what: check.label,
      date: until === null ? null : formatDate(until, market.countryCode),
    })
  })

export const rejectDocument = (
  ctx: Context,
  { documentId, refusal, note }: InputOf<typeof operatorChecks.refuse>,
): Promise<OutputOf<typeof operatorChecks.refuse>> =>
  decideDocument(ctx, documentId, async (inner, deciding) => {
    const { document, artist, market, me } = deciding
    if (document.state === 'refused') throw new Refusal('state_changed')
    if (refusal === 'other' && note.length < 3) throw createFieldRefusal('reason_missing', 'note')
    await changeDocument(inner.db, documentId, {
      state: 'refused',
      decided_by: me,
      decided_at: inner.now,
      valid_until: null,
      refusal,
      note,
    })
    await recordAudit(inner, {
      act: 'document.refuse',
      subject: { kind: 'provider', id: artist.id, name: artist.name },
      before: document.state,
      after: { document: documentId, kind: document.kind, refusal },
      reason: note,
    })
    await notifyDocumentArtist(inner, deciding, 'document.refused', {
      what: checkIn(market, document.kind).label,
      reason: documentRefusals[refusal],
      note: stripEnd(note, /[.!]/) || null,
    })
  })

export async function getCheckCatalogue(ctx: Context): Promise<OutputOf<typeof operatorChecks.catalogue>> {
  const catalog = await getCatalog(ctx.database)
  const markets = []
  for (const market of catalog.markets.values()) markets.push(await marketFigures(ctx, market))
  return { markets }
}

export async function changeMarketCheck(
  ctx: Context,
  { countryCode, reason, ...check }: InputOf<typeof operatorChecks.change>,
): Promise<OutputOf<typeof operatorChecks.change>> {
  const catalog = await getCatalog(ctx.database)
  return ctx.transaction(async (inner) => {
    await changeCheck(inner, countryCode, check, reason)
    const markets = []
    for (const market of catalog.markets.values()) {
      const checks = market.checks.map((one) => (one.kind === check.kind ? check : one))
      markets.push(await marketFigures(inner, market.countryCode === countryCode ? { ...market, checks } : market))
    }
    return { markets }
  })
}

export async function previewCheck(
  ctx: Context,
  { countryCode, kind, asked }: InputOf<typeof operatorChecks.preview>,
): Promise<OutputOf<typeof operatorChecks.preview>> {
  const market = getMarket(await getCatalog(ctx.database), countryCode)
  const changed = { checks: market.checks.map((check) => (check.kind === kind ? { ...check, asked } : check)) }
  const today = getToday(market.tz, ctx.now)
  const counted = async (needed: string[]) => (await checkFigures(ctx.db, countryCode, today, needed)).verified
  return { before: await counted(neededBy(market)), after: await counted(neededBy(changed)) }
}

type Asked = Pick<Market, 'checks'>

const neededBy = ({ checks }: Asked): string[] =>
  checks.filter(({ asked }) => asked === 'required').map(({ kind }) => kind)

async function marketFigures(ctx: Context, market: Market): Promise<CheckedMarket> {
  const today = getToday(market.tz, ctx.now)
  const { artists, verified, by } = await checkFigures(ctx.db, market.countryCode, today, neededBy(market))
  return {
    countryCode: market.countryCode,
    name: market.name,
    artists,
    verified,
    checks: market.checks.map((check) => ({ ...check, stands: by[check.kind] ?? 0 })),
  }
}
