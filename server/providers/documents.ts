import type { checks, MarketCheck } from '#contract/providers/checks/checks.ts'
import type { DocumentRow as Shown } from '#contract/providers/checks/operator-checks.ts'
import type { ownChecks, OwnChecks, OwnDocument } from '#contract/providers/checks/own-checks.ts'
import type { CountryCode } from '#contract/values.ts'
import { type Catalog, catalogOf, type Market } from '#server/catalog/index.ts'
import {
  accepted,
  changeDocument,
  deleteDocument,
  documentFile,
  type DocumentRow,
  documentsOf,
  duePurges,
  endingDocuments,
  type FileRow,
  filesOf,
  heldBy,
  insertDocument,
  type ListedRow,
  lockDocument,
} from './documents.queries.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, daysBetween, todayIn } from '#server/platform/event-day.ts'
import { forEver, hasBadge, holdsUntil, stands } from './badge.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { ownProvider } from './standing.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { deleteSealed, withSealed } from '#server/pictures/index.ts'
import type { Hono } from 'hono'
import { sealedRoutes } from '#server/pictures/sealed-routes.ts'
import type { Rig } from '#server/platform/rig.ts'
import { findProvider } from './providers.queries.ts'
import { truncate } from '#contract/text.ts'
import { date } from '#contract/format.ts'
import { addressOf } from '#server/accounts/index.ts'
import { notify, senderOf } from '#server/notifications/index.ts'
import { keptDays } from '#contract/constants.ts'

/** The market of a country; every artist is in one. */
export function marketOf(catalog: Catalog, countryCode: string): Market {
  const market = catalog.markets.get(countryCode)
  if (!market) throw new Error(`${countryCode} is no market`)
  return market
}

/** A check as a market has it, by its kind. */
export function checkIn(market: Market, kind: string): MarketCheck {
  const check = market.checks.find((one) => one.kind === kind)
  if (!check) throw new Error(`${market.countryCode} checks no ${kind}`)
  return check
}

const stateOn = (row: Pick<DocumentRow, 'state' | 'valid_until'>, today: string): OwnDocument['state'] =>
  row.state === 'accepted' && row.valid_until !== null && row.valid_until < today
    ? 'expired'
    : (row.state as OwnDocument['state'])

/** A document as its artist sees it on a day. */
export const presentDocument = (row: DocumentRow, files: readonly FileRow[], today: string): OwnDocument => ({
  id: row.id,
  kind: row.kind as OwnDocument['kind'],
  holder: row.holder,
  number: row.number,
  issuer: row.issuer,
  expiresOn: row.expires_on,
  state: stateOn(row, today),
  sentAt: row.sent_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  validUntil: row.valid_until,
  refusal: row.refusal as OwnDocument['refusal'],
  note: row.note,
  files: files.filter((file) => file.document_id === row.id).map(({ id }) => id),
})

/** A document as it stands in the list of operators on a day. */
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

/** What is checked of an artist, what stands today, and what they have sent for it. */
async function presentOwnChecks(
  { db, now }: Context,
  catalog: Catalog,
  provider: { id: string; country_code: string },
): Promise<OwnChecks> {
  const market = marketOf(catalog, provider.country_code)
  const today = todayIn(market.tz, now)
  const held = await heldBy(db, provider.id)
  const rows = await documentsOf(db, provider.id)
  const files = await filesOf(
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
          stands: stands(held, check.kind, today),
          standsUntil: until === undefined || until === forEver ? null : until,
          documents: rows.filter(({ kind }) => kind === check.kind).map((row) => presentDocument(row, files, today)),
        }
      }),
  }
}

/** What is checked of the caller, and where it stands. */
export async function showOwnChecks(ctx: Context): Promise<OutputOf<typeof ownChecks.show>> {
  const catalog = await catalogOf(ctx.database)
  return presentOwnChecks(ctx, catalog, await ownProvider(ctx))
}

/** Keeps a document of the caller's until a person has looked at it. */
export async function sendDocument(
  ctx: Context,
  { pictures, ...said }: InputOf<typeof ownChecks.send>,
): Promise<OutputOf<typeof ownChecks.send>> {
  const catalog = await catalogOf(ctx.database)
  const provider = await ownProvider(ctx)
  const market = marketOf(catalog, provider.country_code)
  if (checkIn(market, said.kind).asked === 'off') throw new Refusal('check_not_required')
  if (said.expiresOn !== null && said.expiresOn < todayIn(market.tz, ctx.now))
    throw refuseField('document_expired', 'expiresOn')
  return withSealed(ctx, pictures, (files) =>
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

/** Takes a document of the caller's back that waits; nothing of it stays. */
export async function takeBackDocument(
  ctx: Context,
  { documentId }: InputOf<typeof ownChecks.takeBack>,
): Promise<OutputOf<typeof ownChecks.takeBack>> {
  const catalog = await catalogOf(ctx.database)
  const provider = await ownProvider(ctx)
  const files = await ctx.transaction(async (inner) => {
    const found = await lockDocument(inner.db, documentId)
    if (!found || found.document.provider_id !== provider.id) throw new Refusal('not_found')
    if (found.document.state !== 'pending') throw new Refusal('state_changed')
    // Out of sight first: should its files not go now, the clock takes them.
    await changeDocument(inner.db, documentId, {
      state: 'refused',
      refusal: 'withdrawn',
      decided_at: inner.now,
      purge_at: inner.now,
    })
    return filesOf(inner.db, [documentId])
  })
  for (const { file } of files) await deleteSealed(ctx, file)
  await deleteDocument(ctx.db, documentId)
  return presentOwnChecks(ctx, catalog, provider)
}

/** Has a refused document checked anew, by somebody else than who refused it. In the transaction of the appeal. */
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

/** `GET /v1/providers/me/documents/files/{fileId}` and the operators' `GET /v1/operator/documents/files/{fileId}`: pictures of documents. */
export const documentFilesRoute = (rig: Rig): Hono =>
  sealedRoutes(rig, {
    own: 'providers/me/documents/files',
    operators: 'operator/documents/files',
    called: 'A picture of a document',
    find: documentFile,
    act: 'document.view',
    what: 'document',
  })

/** What the badge of a live or paused artist means today. */
export async function showChecked(
  ctx: Context,
  { profileId }: InputOf<typeof checks.of>,
): Promise<OutputOf<typeof checks.of>> {
  const db = ctx.reads
  const provider = await findProvider(db, profileId, ['approved', 'paused'])
  ctx.about(`artist:${provider?.slug ?? profileId}`)
  if (!provider) throw new Refusal('not_found')
  const market = marketOf(await catalogOf(ctx.database), provider.country_code)
  const today = todayIn(market.tz, ctx.now)
  const held = await heldBy(db, provider.id)
  const looked = new Map((await accepted(db, provider.id)).map((row) => [row.kind, row]))
  const shown = market.checks.filter(({ asked }) => asked !== 'off')
  return {
    name: provider.name,
    countryCode: market.countryCode,
    verified: hasBadge(market.checks, held, today),
    standing: shown.flatMap(({ kind, label, proves }) => {
      const row = looked.get(kind)
      return row?.decided_at && stands(held, kind, today)
        ? [{ kind, label, proves, checkedOn: todayIn(market.tz, row.decided_at), validUntil: row.valid_until }]
        : []
    }),
    missing: shown.filter(({ kind }) => !stands(held, kind, today)).map(({ kind, label }) => ({ kind, label })),
  }
}

type Approved = {
  provider: { id: string; country_code: string }
  holder: string
  sentAt: Date
  /** Who said yes before, where two had to. */
  first: { by: string; at: Date } | null
  secondLook: boolean
}

/** Reads how long an identity that is proven today holds there; before the transaction that keeps it. */
export async function identityHolds(ctx: Context, countryCode: string): Promise<string | null> {
  const market = marketOf(await catalogOf(ctx.database), countryCode)
  return holdsUntil(checkIn(market, 'identity'), todayIn(market.tz, ctx.now), null)
}

/** Keeps that the caller has compared somebody with their document, as the check of their identity. In the transaction of the approval. */
export const keepIdentityCheck = (
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

// So many days before it runs out an artist is told, and on the day itself.
const remindedDays = [0, 7, 30] as const
/** Should the clock have stood still, the last of them is still said for a week. */
const LATE_DAYS = 7

/** Which of the reminders is due with so many days left: the last that has come, or none yet. */
export const reminderAt = (left: number): (typeof remindedDays)[number] | undefined =>
  left < -LATE_DAYS ? undefined : remindedDays.find((days) => left <= days)

/** Tells artists of what runs out, each reminder once. */
export async function remindDocuments(ctx: Context): Promise<void> {
  const catalog = await catalogOf(ctx.database)
  const sender = await senderOf(ctx)
  const day = ctx.now.toISOString().slice(0, 10)
  // A day more on each side: it is another day elsewhere.
  const ending = await endingDocuments(ctx.db, dateAfter(day, -LATE_DAYS - 1), dateAfter(day, 31))
  for (const row of ending) {
    const market = marketOf(catalog, row.country_code)
    const until = row.valid_until ?? day
    const left = daysBetween(todayIn(market.tz, ctx.now), until)
    const reminder = reminderAt(left)
    if (reminder === undefined) continue
    const kind = reminder === 0 ? ('document.ends' as const) : ('document.endsSoon' as const)
    await ctx.transaction((inner) =>
      notify(inner, sender, {
        kind,
        to: addressOf({
          id: row.account_id,
          email: row.email,
          name: row.name,
          country_code: row.country_code as CountryCode,
        }),
        values: { what: checkIn(market, row.kind).label, date: date(until, market.countryCode), n: Math.max(left, 0) },
        path: '/dashboard/checks',
        fact: `document.ends ${row.id} ${reminder}`,
      }),
    )
  }
}

const DAY_MS = 86_400_000

/** Deletes documents whose time here is over, their pictures first: of who has left, refused ones, and those that ran out long ago. */
export async function purgeDocuments(ctx: Context): Promise<void> {
  const before = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS)
  const times = {
    now: ctx.now,
    refused: before(keptDays.refusedDocuments),
    expired: before(keptDays.documents).toISOString().slice(0, 10),
  }
  for (let due = await duePurges(ctx.db, times); due.length > 0; due = await duePurges(ctx.db, times)) {
    for (const id of due) {
      for (const { file } of await filesOf(ctx.db, [id])) await deleteSealed(ctx, file)
      await deleteDocument(ctx.db, id)
    }
  }
}
