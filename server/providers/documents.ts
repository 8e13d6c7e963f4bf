import type { checks, MarketCheck } from '#contract/providers/checks/checks.ts'
import type { DocumentRow as Shown } from '#contract/providers/checks/operator-checks.ts'
import type { providerChecks, ProviderChecks, ProviderDocument } from '#contract/providers/checks/provider-checks.ts'
import type { CountryCode } from '#contract/values.ts'
import { type Catalog, getCatalog, type Market } from '#server/catalog/index.ts'
import {
  listAcceptedDocuments,
  changeDocument,
  deleteDocument,
  findDocumentFile,
  type DocumentRow,
  listDocumentsOf,
  listDocumentsToPurge,
  listEndingDocuments,
  type FileRow,
  listFiles,
  getCheckExpiries,
  insertDocument,
  type ListedRow,
  lockDocument,
} from './documents.queries.ts'
import type { Context } from '#server/platform/context.ts'
import { addDays, countDaysBetween, getToday } from '#server/platform/event-day.ts'
import { forEver, hasBadge, getCheckExpiry, isCheckValid } from './badge.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { getCallerProvider } from './standing.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { deleteSealed, runWithSealedPictures } from '#server/pictures/index.ts'
import type { Hono } from 'hono'
import { createSealedRoutes } from '#server/pictures/sealed-routes.ts'
import type { Rig } from '#server/platform/rig.ts'
import { findProvider } from './providers.queries.ts'
import { truncate } from '#contract/text.ts'
import { formatDate } from '#contract/format.ts'
import { toAddressee } from '#server/accounts/index.ts'
import { notify, getSender } from '#server/notifications/index.ts'
import { fixedRetentionDays } from '#contract/constants.ts'

export function getMarket(catalog: Catalog, countryCode: string): Market {
  const market = catalog.markets.get(countryCode)
  if (!market) throw new Error(`${countryCode} is not a market`)
  return market
}

export function checkIn(market: Market, kind: string): MarketCheck {
  const check = market.checks.find((one) => one.kind === kind)
  if (!check) throw new Error(`${market.countryCode} has no check ${kind}`)
  return check
}

const stateOn = (row: Pick<DocumentRow, 'state' | 'valid_until'>, today: string): ProviderDocument['state'] =>
  row.state === 'accepted' && row.valid_until !== null && row.valid_until < today
    ? 'expired'
    : (row.state as ProviderDocument['state'])

export const presentDocument = (row: DocumentRow, files: readonly FileRow[], today: string): ProviderDocument => ({
  id: row.id,
  kind: row.kind as ProviderDocument['kind'],
  holder: row.holder,
  number: row.number,
  issuer: row.issuer,
  expiresOn: row.expires_on,
  state: stateOn(row, today),
  sentAt: row.sent_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  validUntil: row.valid_until,
  refusal: row.refusal as ProviderDocument['refusal'],
  note: row.note,
  files: files.filter((file) => file.document_id === row.id).map(({ id }) => id),
})

export const presentListed = (row: ListedRow, market: Market, today: string): Shown => ({
  id: row.id,
  kind: row.kind as Shown['kind'],
  label: checkIn(market, row.kind).label,
  artist: {
    id: row.provider_id,
    slug: row.slug,
    name: row.name,
    accountId: row.account_id,
    accountName: row.account_name ?? row.name,
    countryCode: row.country_code as CountryCode,
  },
  sentAt: row.sent_at.toISOString(),
  firstApproval: row.first_approval_by !== null,
  state: stateOn(row, today),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decider,
})

async function presentOwnChecks(
  { db, now }: Context,
  catalog: Catalog,
  provider: { id: string; country_code: string },
): Promise<ProviderChecks> {
  const market = getMarket(catalog, provider.country_code)
  const today = getToday(market.tz, now)
  const held = await getCheckExpiries(db, provider.id)
  const rows = await listDocumentsOf(db, provider.id)
  const files = await listFiles(
    db,
    rows.map(({ id }) => id),
  )
  return {
    verified: hasBadge(market.checks, held, today),
    checks: market.checks
      .filter(({ kind, asked }) => asked !== 'off' || rows.some((row) => row.kind === kind))
      .map((check) => {
        const until = held[check.kind]
        return {
          ...check,
          stands: isCheckValid(held, check.kind, today),
          standsUntil: until === undefined || until === forEver ? null : until,
          documents: rows.filter(({ kind }) => kind === check.kind).map((row) => presentDocument(row, files, today)),
        }
      }),
  }
}

export async function getProviderChecks(ctx: Context): Promise<OutputOf<typeof providerChecks.show>> {
  const catalog = await getCatalog(ctx.database)
  return presentOwnChecks(ctx, catalog, await getCallerProvider(ctx))
}

export async function sendDocument(
  ctx: Context,
  { pictures, ...said }: InputOf<typeof providerChecks.send>,
): Promise<OutputOf<typeof providerChecks.send>> {
  const catalog = await getCatalog(ctx.database)
  const provider = await getCallerProvider(ctx)
  const market = getMarket(catalog, provider.country_code)
  if (checkIn(market, said.kind).asked === 'off') throw new Refusal('check_not_required')
  if (said.expiresOn !== null && said.expiresOn < getToday(market.tz, ctx.now))
    throw createFieldRefusal('document_expired', 'expiresOn')
  return runWithSealedPictures(ctx, pictures, (files) =>
    ctx.transaction(async (inner) => {
      const { kind, holder, number, issuer } = said
      const kept = await insertDocument(
        inner.db,
        { provider_id: provider.id, kind, holder, number, issuer, expires_on: said.expiresOn, sent_at: inner.now },
        files,
      )
      if (!kept) throw new Refusal('document_pending')
      return presentOwnChecks(inner, catalog, provider)
    }),
  )
}

export async function withdrawDocument(
  ctx: Context,
  { documentId }: InputOf<typeof providerChecks.withdraw>,
): Promise<OutputOf<typeof providerChecks.withdraw>> {
  const catalog = await getCatalog(ctx.database)
  const provider = await getCallerProvider(ctx)
  const files = await ctx.transaction(async (inner) => {
    const found = await lockDocument(inner.db, documentId)
    if (!found || found.document.provider_id !== provider.id) throw new Refusal('not_found')
    if (found.document.state !== 'pending') throw new Refusal('state_changed')
    // Hidden first: if deleting the files fails, the job retries.
    await changeDocument(inner.db, documentId, {
      state: 'refused',
      refusal: 'withdrawn',
      decided_at: inner.now,
      purge_at: inner.now,
    })
    return listFiles(inner.db, [documentId])
  })
  for (const { file } of files) await deleteSealed(ctx, file)
  await deleteDocument(ctx.db, documentId)
  return presentOwnChecks(ctx, catalog, provider)
}

/** Reopens a rejected document for another reviewer, in the appeal's transaction. */
export async function reopenDocument(ctx: Context, documentId: string): Promise<void> {
  const found = await lockDocument(ctx.db, documentId)
  if (found?.document.state !== 'refused') throw new Refusal('state_changed')
  await changeDocument(ctx.db, documentId, {
    state: 'pending',
    not_by: found.document.decided_by,
    decided_by: null,
    decided_at: null,
    refusal: null,
    first_approval_by: null,
    first_approval_at: null,
    second_look: false,
    note: '',
  })
}

/** Routes for `GET /v1/providers/me/documents/files/{fileId}` and `GET /v1/operator/documents/files/{fileId}`. */
export const createDocumentFilesRoute = (rig: Rig): Hono =>
  createSealedRoutes(rig, {
    own: 'providers/me/documents/files',
    operators: 'operator/documents/files',
    called: 'a picture of a document',
    find: findDocumentFile,
    act: 'document.view',
    what: 'document',
  })

export async function getProfileChecks(
  ctx: Context,
  { profileId }: InputOf<typeof checks.listByProfile>,
): Promise<OutputOf<typeof checks.listByProfile>> {
  const db = ctx.reads
  const provider = await findProvider(db, profileId, ['approved', 'paused'])
  ctx.dependsOn(`artist:${provider?.slug ?? profileId}`)
  if (!provider) throw new Refusal('not_found')
  const market = getMarket(await getCatalog(ctx.database), provider.country_code)
  const today = getToday(market.tz, ctx.now)
  const held = await getCheckExpiries(db, provider.id)
  const looked = new Map((await listAcceptedDocuments(db, provider.id)).map((row) => [row.kind, row]))
  const shown = market.checks.filter(({ asked }) => asked !== 'off')
  return {
    name: provider.name,
    countryCode: market.countryCode,
    verified: hasBadge(market.checks, held, today),
    standing: shown.flatMap(({ kind, label, proves }) => {
      const row = looked.get(kind)
      return row?.decided_at && isCheckValid(held, kind, today)
        ? [{ kind, label, proves, checkedOn: getToday(market.tz, row.decided_at), validUntil: row.valid_until }]
        : []
    }),
    missing: shown.filter(({ kind }) => !isCheckValid(held, kind, today)).map(({ kind, label }) => ({ kind, label })),
  }
}

type Approved = {
  provider: { id: string; country_code: string }
  holder: string
  sentAt: Date
  first: { by: string; at: Date } | null
  secondLook: boolean
}

/** Returns the expiry of an identity verified today. Call before the transaction that saves it. */
export async function getIdentityExpiry(ctx: Context, countryCode: string): Promise<string | null> {
  const market = getMarket(await getCatalog(ctx.database), countryCode)
  return getCheckExpiry(checkIn(market, 'identity'), getToday(market.tz, ctx.now), null)
}

/** Records that the caller verified an identity document, in the approval's transaction. */
export const recordIdentityCheck = (
  { db, now, viewer }: Context,
  { provider, holder, sentAt, first, secondLook }: Approved,
  validUntil: string | null,
): Promise<boolean> =>
  insertDocument(
    db,
    {
      provider_id: provider.id,
      kind: 'identity',
      holder: truncate(holder, 100),
      state: 'accepted',
      sent_at: sentAt,
      second_look: secondLook,
      first_approval_by: first?.by ?? null,
      first_approval_at: first?.at ?? null,
      decided_by: viewer.accountId,
      decided_at: now,
      valid_until: validUntil,
    },
    [],
  )

// Reminders, in days before expiry.
const remindedDays = [0, 7, 30] as const
/** A missed last reminder is still sent within a week. */
const LATE_DAYS = 7

export const getDueReminder = (left: number): (typeof remindedDays)[number] | undefined =>
  left < -LATE_DAYS ? undefined : remindedDays.find((days) => left <= days)

export async function remindDocuments(ctx: Context): Promise<void> {
  const catalog = await getCatalog(ctx.database)
  const sender = await getSender(ctx)
  const day = ctx.now.toISOString().slice(0, 10)
  // One day of margin per side for time zones.
  const ending = await listEndingDocuments(ctx.db, addDays(day, -LATE_DAYS - 1), addDays(day, 31))
  for (const row of ending) {
    const market = getMarket(catalog, row.country_code)
    const until = row.valid_until ?? day
    const left = countDaysBetween(getToday(market.tz, ctx.now), until)
    const reminder = getDueReminder(left)
    if (reminder === undefined) continue
    const kind = reminder === 0 ? ('document.ends' as const) : ('document.endsSoon' as const)
    await ctx.transaction((inner) =>
      notify(inner, sender, {
        kind,
        to: toAddressee({
          id: row.account_id,
          email: row.email,
          name: row.name,
          country_code: row.country_code as CountryCode,
        }),
        values: {
          what: checkIn(market, row.kind).label,
          date: formatDate(until, market.countryCode),
          n: Math.max(left, 0),
        },
        path: '/dashboard/checks',
        fact: `document.ends ${row.id} ${reminder}`,
      }),
    )
  }
}

const DAY_MS = 86_400_000

/** Deletes pictures first, so that a failure can be retried. */
export async function purgeDocuments(ctx: Context): Promise<void> {
  const before = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS)
  const times = {
    now: ctx.now,
    refused: before(fixedRetentionDays.refusedDocuments),
    expired: before(fixedRetentionDays.documents).toISOString().slice(0, 10),
  }
  for (
    let due = await listDocumentsToPurge(ctx.db, times);
    due.length > 0;
    due = await listDocumentsToPurge(ctx.db, times)
  ) {
    for (const id of due) {
      for (const { file } of await listFiles(ctx.db, [id])) await deleteSealed(ctx, file)
      await deleteDocument(ctx.db, id)
    }
  }
}
