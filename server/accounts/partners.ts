import type { operatorPartners, Partner, PartnerKey } from '#contract/accounts/partners.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import {
  endKeyAt,
  endKeys,
  fetchPartners,
  insertPartner,
  insertPartnerKey,
  listKeysOfPartner,
  lockPartner,
  findPartnerById,
  type PartnerKeyRow,
  type PartnerRow,
  findActiveKey,
  updatePartner,
} from './partners.queries.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { invalidateSessions } from './session-cache.ts'
import { partnerKeyLimits, type PartnerScope } from '#contract/accounts/scopes.ts'
import { createApiToken } from './api-keys.ts'

export async function listPartners(
  ctx: Context,
  { text, ...page }: InputOf<typeof operatorPartners.list>,
): Promise<OutputOf<typeof operatorPartners.list>> {
  const { rows, nextCursor } = await fetchPartners(ctx.db, text, page)
  return { partners: rows.map(presentPartner), nextCursor }
}

export async function getPartner(
  ctx: Context,
  { partnerId }: InputOf<typeof operatorPartners.show>,
): Promise<OutputOf<typeof operatorPartners.show>> {
  const partner = await findPartnerById(ctx.db, partnerId)
  if (!partner) throw new Refusal('not_found')
  const keys = partner.ended_at ? [] : await listKeysOfPartner(ctx.db, partnerId, ctx.now)
  return { partner: presentPartner(partner), keys: keys.map(presentPartnerKey) }
}

const presentPartner = (row: PartnerRow): Partner => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  email: row.email,
  note: row.note,
  scopes: row.scopes as Partner['scopes'],
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  bookings: row.bookings,
})

const presentPartnerKey = (row: PartnerKeyRow): PartnerKey => ({
  id: row.id,
  name: row.name,
  begins: row.begins,
  scopes: row.scopes as PartnerKey['scopes'],
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  aMinute: row.a_minute,
  sandbox: row.is_sandbox,
  endsAt: row.ends_at?.toISOString() ?? null,
})

async function standingPartner({ db }: Context, id: string): Promise<PartnerRow> {
  const partner = await lockPartner(db, id)
  if (!partner) throw new Refusal('not_found')
  if (partner.ended_at) throw new Refusal('partner_ended')
  return partner
}

export const createPartner = (
  ctx: Context,
  { reason, slug, scopes, ...about }: InputOf<typeof operatorPartners.create>,
): Promise<OutputOf<typeof operatorPartners.create>> =>
  ctx.transaction(async (tx) => {
    const row = { ...about, slug, scopes: [...new Set(scopes)] }
    const made = await insertPartner(tx.db, { ...row, created_at: tx.now })
    if (!made) throw createFieldRefusal('partner_taken', 'slug')
    await recordAudit(tx, {
      act: 'partner.make',
      subject: { kind: 'partner', id: made.id, name: about.name },
      after: row,
      reason,
    })
    return { partner: presentPartner((await findPartnerById(tx.db, made.id)) as PartnerRow) }
  })

export async function changePartner(
  ctx: Context,
  { partnerId, reason, scopes, ...about }: InputOf<typeof operatorPartners.change>,
): Promise<OutputOf<typeof operatorPartners.change>> {
  const changed = await ctx.transaction(async (tx) => {
    const before = await standingPartner(tx, partnerId)
    const after = { ...about, scopes: [...new Set(scopes)] }
    await updatePartner(tx.db, partnerId, after)
    const { name, email, note, scopes: had } = before
    await recordAudit(tx, {
      act: 'partner.change',
      subject: { kind: 'partner', id: partnerId, name: about.name },
      before: { name, email, note, scopes: had },
      after,
      reason,
    })
    return { ...before, ...after }
  })
  invalidateSessions(ctx.database, partnerId)
  return { partner: presentPartner(changed) }
}

export async function endPartner(
  ctx: Context,
  { partnerId, reason }: InputOf<typeof operatorPartners.end>,
): Promise<OutputOf<typeof operatorPartners.end>> {
  const ended = await ctx.transaction(async (tx) => {
    const before = await standingPartner(tx, partnerId)
    await updatePartner(tx.db, partnerId, { ended_at: tx.now })
    await endKeys(tx.db, partnerId, null, tx.now)
    await recordAudit(tx, {
      act: 'partner.end',
      subject: { kind: 'partner', id: partnerId, name: before.name },
      after: { endedAt: tx.now.toISOString() },
      reason,
    })
    return { ...before, ended_at: tx.now }
  })
  invalidateSessions(ctx.database, partnerId)
  return { partner: presentPartner(ended) }
}

type Wanted = { name: string; scopes: PartnerScope[]; aMinute: number; sandbox: boolean; endsAt: Date | null }

/** Creates a key of a locked partner and logs it. Throws above the limit. */
async function addPartnerKey(
  tx: Context,
  partner: PartnerRow,
  { name, scopes, aMinute, sandbox, endsAt }: Wanted,
): Promise<{ row: PartnerKeyRow; token: string }> {
  if ((await listKeysOfPartner(tx.db, partner.id, tx.now)).length >= partnerKeyLimits.aPartner)
    throw new Refusal('too_many_keys')
  const { token, kept } = createApiToken(sandbox)
  const row = await insertPartnerKey(tx.db, {
    partner_id: partner.id,
    name,
    ...kept,
    scopes,
    a_minute: aMinute,
    is_sandbox: sandbox,
    created_at: tx.now,
    ends_at: endsAt,
  })
  await recordAudit(tx, {
    act: 'partner.key.make',
    subject: { kind: 'partner', id: partner.id, name: partner.name },
    after: { name, begins: row.begins, scopes, aMinute, sandbox, endsAt: endsAt?.toISOString() ?? null },
  })
  return { row, token }
}

/** The key is limited to the partner's scopes. The token is returned once. */
export const createPartnerKey = (
  ctx: Context,
  { partnerId, name, scopes, aMinute, sandbox, endsOn }: InputOf<typeof operatorPartners.createKey>,
): Promise<OutputOf<typeof operatorPartners.createKey>> =>
  ctx.transaction(async (tx) => {
    const partner = await standingPartner(tx, partnerId)
    if (scopes.some((scope) => !partner.scopes.includes(scope))) throw createFieldRefusal('scope_not_granted', 'scopes')
    const endsAt = endsOn === null ? null : new Date(`${endsOn}T00:00:00Z`)
    if (endsAt && endsAt <= tx.now) throw createFieldRefusal('date_past', 'endsOn')
    const wanted = { name, scopes: [...new Set(scopes)], aMinute, sandbox, endsAt }
    const { row, token } = await addPartnerKey(tx, partner, wanted)
    return { key: presentPartnerKey(row), token }
  })

const OVERLAP_MS = partnerKeyLimits.overlapHours * 3_600_000

export async function rotatePartnerKey(
  ctx: Context,
  { partnerId, keyId }: InputOf<typeof operatorPartners.rotateKey>,
): Promise<OutputOf<typeof operatorPartners.rotateKey>> {
  const answer = await ctx.transaction(async (tx) => {
    const partner = await standingPartner(tx, partnerId)
    const before = await findActiveKey(tx.db, partnerId, keyId, tx.now)
    if (!before) throw new Refusal('not_found')
    const wanted = {
      name: before.name,
      scopes: before.scopes as PartnerScope[],
      aMinute: before.a_minute,
      sandbox: before.is_sandbox,
      endsAt: before.ends_at,
    }
    const { row, token } = await addPartnerKey(tx, partner, wanted)
    const old = await endKeyAt(tx.db, keyId, new Date(tx.now.getTime() + OVERLAP_MS))
    return { key: presentPartnerKey(row), old: presentPartnerKey(old), token }
  })
  invalidateSessions(ctx.database, partnerId)
  return answer
}

export async function endPartnerKey(
  ctx: Context,
  { partnerId, keyId }: InputOf<typeof operatorPartners.endKey>,
): Promise<OutputOf<typeof operatorPartners.endKey>> {
  await ctx.transaction(async (tx) => {
    const partner = await findPartnerById(tx.db, partnerId)
    const key = await findActiveKey(tx.db, partnerId, keyId, tx.now)
    if (!partner || !key || !(await endKeys(tx.db, partnerId, keyId, tx.now))) throw new Refusal('not_found')
    await recordAudit(tx, {
      act: 'partner.key.end',
      subject: { kind: 'partner', id: partnerId, name: partner.name },
      after: { name: key.name, begins: key.begins },
    })
  })
  invalidateSessions(ctx.database, partnerId)
  return { ended: true }
}
