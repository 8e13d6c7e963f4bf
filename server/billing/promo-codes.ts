import type { NewPromo, Promo, providerPromos } from '#contract/billing/promo-codes.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerProvider } from '#server/providers/index.ts'
import {
  sumPromoMovements,
  sumPromoCosts,
  endPromo,
  fetchPromos,
  insertPromo,
  findListedPromo,
  type ListedPromo,
  markLooked,
  listPromosOfProvider,
  listUnbookedPromoUses,
} from './promo-codes.queries.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import type { operatorPromos } from '#contract/operator/promos.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import type { z } from 'zod'
import type { CountryCode } from '#contract/values.ts'
import { computePlatformPartPaid } from '#contract/payments/promo.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { sumUnrefunded } from './booking-money.ts'
import { lockBooking, noticeLines } from '#server/appointments/index.ts'
import { postMovement } from '#server/payments/index.ts'
import { computePlatformShare } from '#contract/price.ts'

export async function listOwnPromos(ctx: Context): Promise<OutputOf<typeof providerPromos.list>> {
  const { id } = await getCallerProvider(ctx)
  return { promos: (await listPromosOfProvider(ctx.db, id)).map((row) => presentPromo(row, ctx.now)) }
}

export async function listPromos(
  ctx: Context,
  { text, ...page }: InputOf<typeof operatorPromos.list>,
): Promise<OutputOf<typeof operatorPromos.list>> {
  const { rows, nextCursor } = await fetchPromos(ctx.db, text, page)
  const cost = await sumPromoCosts(ctx.db)
  return {
    promos: rows.map((row) => presentPromo(row, ctx.now)),
    cost: cost.map(({ currency, minor }) => ({ currency: currency, amount: toMajor(minor) })),
    nextCursor,
  }
}

export async function createProviderPromo(
  ctx: Context,
  wanted: InputOf<typeof providerPromos.create>,
): Promise<OutputOf<typeof providerPromos.create>> {
  const { id, country_code: countryCode } = await getCallerProvider(ctx)
  return ctx.idempotent(async (tx) => ({ promo: await createPromo(tx, wanted, { countryCode, providerId: id }) }))
}

export const createPlatformPromo = (
  ctx: Context,
  { countryCode, reason, ...wanted }: InputOf<typeof operatorPromos.create>,
): Promise<OutputOf<typeof operatorPromos.create>> =>
  ctx.idempotent(async (tx) => {
    const promo = await createPromo(tx, wanted, { countryCode, providerId: null })
    await recordAudit(tx, {
      act: 'promo.make',
      subject: { kind: 'promo', id: promo.id, name: promo.code },
      after: { ...wanted, countryCode },
      reason,
    })
    return { promo }
  })

export async function stopOwnPromo(
  ctx: Context,
  { promoId }: InputOf<typeof providerPromos.stop>,
): Promise<OutputOf<typeof providerPromos.stop>> {
  const { id } = await getCallerProvider(ctx)
  if ((await findListedPromo(ctx.db, promoId))?.provider_id !== id) throw new Refusal('not_found')
  return ctx.idempotent(async (tx) => {
    if (!(await endPromo(tx.db, promoId, tx.now))) throw new Refusal('state_changed')
    return { promo: await getPromo(tx, promoId) }
  })
}

export const stopPromo = (
  ctx: Context,
  { promoId, reason }: InputOf<typeof operatorPromos.stop>,
): Promise<OutputOf<typeof operatorPromos.stop>> =>
  ctx.idempotent(async (tx) => {
    const row = await findListedPromo(tx.db, promoId)
    if (!row) throw new Refusal('not_found')
    if (!(await endPromo(tx.db, promoId, tx.now))) throw new Refusal('state_changed')
    await recordAudit(tx, {
      act: 'promo.stop',
      subject: { kind: 'promo', id: promoId, name: row.code },
      after: { stoppedAt: tx.now.toISOString() },
      reason,
    })
    return { promo: await getPromo(tx, promoId) }
  })

type Wanted = z.infer<typeof NewPromo>

async function createPromo(
  tx: Context,
  { worth, ...wanted }: Wanted,
  of: { countryCode: string; providerId: string | null },
): Promise<Promo> {
  const startsAt = wanted.startsAt ? new Date(wanted.startsAt) : tx.now
  const endsAt = wanted.endsAt ? new Date(wanted.endsAt) : null
  if (endsAt && (endsAt <= startsAt || endsAt <= tx.now)) throw createFieldRefusal('promo_dates_invalid', 'endsAt')
  const { id } = await insertPromo(tx.db, {
    country_code: of.countryCode,
    provider_id: of.providerId,
    made_by: tx.viewer.accountId,
    code: wanted.code,
    percent: 'percent' in worth ? worth.percent : null,
    amount_minor: 'percent' in worth ? null : toMinor(worth.amount),
    starts_at: startsAt,
    ends_at: endsAt,
    most_uses: wanted.mostUses,
    most_each: wanted.mostEach,
    least_total_minor: toMinor(wanted.leastTotal),
    first_only: wanted.firstOnly,
    created_at: tx.now,
  })
  return getPromo(tx, id)
}

async function getPromo(tx: Context, id: string): Promise<Promo> {
  const row = await findListedPromo(tx.db, id)
  if (!row) throw new Error(`promo code ${id} not found`)
  return presentPromo(row, tx.now)
}

const presentPromo = (row: ListedPromo, now: Date): Promo => ({
  id: row.id,
  code: row.code,
  giver: row.provider_id ? 'provider' : 'platform',
  artist: row.artist,
  countryCode: row.country_code as CountryCode,
  currency: row.currency,
  percent: row.percent,
  amount: row.amount_minor === null ? null : toMajor(row.amount_minor),
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  mostUses: row.most_uses,
  mostEach: row.most_each,
  leastTotal: toMajor(row.least_total_minor),
  firstOnly: row.first_only,
  stoppedAt: row.stopped_at?.toISOString() ?? null,
  state: stateOf(row, now),
  used: row.used ?? 0,
  kept: row.kept ?? 0,
  off: toMajor(row.off_minor ?? 0),
  cost: toMajor(row.cost_minor ?? 0),
})

function stateOf(row: ListedPromo, now: Date): Promo['state'] {
  if (row.stopped_at) return 'stopped'
  if (row.ends_at && row.ends_at <= now) return 'ended'
  if (row.most_uses !== null && (row.used ?? 0) + (row.kept ?? 0) >= row.most_uses) return 'used_up'
  return row.starts_at > now ? 'later' : 'live'
}

const AT_ONCE = 1_000

/**
 * Posts the platform's cost of its promo codes to the ledger, in proportion to the amount that customers have paid and
 * that was not refunded. The fee itself is booked in full. Must not run inside a transaction.
 */
export async function bookPromos(ctx: Context): Promise<void> {
  for (const use of await listUnbookedPromoUses(ctx.db, ctx.now, AT_ONCE)) {
    for (const id of use.appointments) await ctx.transaction((tx) => bookOne(tx, id))
    await markLooked(ctx.db, use.id, ctx.now)
  }
}

async function bookOne(tx: Context, id: string): Promise<void> {
  const found = await lockBooking(tx, id)
  if (!found) return
  const { row, payments } = found
  const theirs = payments.filter((p) => p.state === 'captured' && p.kind !== 'tip' && p.provider_id === row.provider_id)
  const cashMinor = row.balance_paid_how === 'cash' ? row.total_minor - row.deposit_minor : 0
  const dueMinor = computePlatformPartPaid(sumUnrefunded(theirs) + cashMinor, {
    totalMinor: row.total_minor,
    platformMinor: computePlatformShare(row.body),
  })
  const booked = await sumPromoMovements(tx.db, id)
  await postMovement(
    tx.db,
    { kind: 'promo', providerId: row.provider_id, amountMinor: dueMinor - booked.amountMinor },
    {
      fact: `promo:${id}:${booked.times}`,
      currency: row.currency,
      at: tx.now,
      providerId: row.provider_id,
      ref: id,
      note: createTranslator(noticeLines)('promo.part', { event: row.event }),
    },
  )
}
