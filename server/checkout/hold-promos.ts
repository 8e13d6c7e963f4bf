import { randomUUID } from 'node:crypto'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type QuoteBody, findQuoteById, type QuoteRow, saveQuote } from '#server/search/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type HoldRow, lockHold, setHoldQuote } from './holds.queries.ts'
import { getCallerHold, getCallerHoldWithSearch, presentHold } from './caller-holds.ts'
import { unshareBill } from './shared-bills.ts'
import {
  buildBodyWithLines,
  reservePromoUse,
  lockPromo,
  hashPromoPerson,
  priceWithCode,
  findPromoByCode,
  type PromoUseRow,
  assertPromoPerson,
  assertPromoUsable,
  releasePromoUse,
  setPerson,
  findActivePromoUse,
  listEndedPromoUses,
  listExpiredPromoUses,
} from '#server/billing/index.ts'
import { findTrialPrice } from '#contract/preparation/trial-price.ts'
import { attachCosts } from '#contract/price-lines.ts'
import { listPaymentsOf } from '#server/payments/index.ts'

/** Grace period for a payment authorised just before the hold expired. */
const GRACE_MS = 10 * 60_000

/** Applies a promo code to a hold by saving a separate version of the price. */
export async function addPromo(
  ctx: Context,
  { holdId, code }: InputOf<typeof bookings.addPromo>,
): Promise<OutputOf<typeof bookings.addPromo>> {
  const { search } = await getCallerHoldWithSearch(ctx, holdId)
  const email = (search?.details as { email?: string } | null)?.email
  if (!search || !email) throw new Refusal('not_found')
  const promo = await findPromoByCode(ctx, code, search.country_code)
  const person = await hashPromoPerson(ctx.database, email)
  await releaseEndedPromoUses(ctx, promo.id)
  return ctx.idempotent(async (tx) => {
    const hold = await lockHold(tx.db, holdId)
    const quote = hold && (await findQuoteById(tx.db, hold.search_id, hold.quote_id))
    if (hold?.state !== 'held' || hold.expires_at <= tx.now || !quote) throw new Refusal('hold_lapsed')
    if (hold.split) await unshareBill(tx, hold.id)
    await assertNotPaying(tx, hold.id)
    if (await findActivePromoUse(tx.db, hold.id)) throw new Refusal('promo_already_applied')
    const row = await lockPromo(tx.db, promo.id)
    if (!row) throw new Refusal('code_unknown')
    assertPromoUsable(row, { providerId: hold.provider_id, totalMinor: quote.total_minor }, tx.now)
    await assertPromoPerson(tx, row, { person, email, holdId })
    const priced = priceWithCode(quote.body as QuoteBody, row, quote.name)
    if (priced.amountMinor === 0) throw new Refusal('promo_too_small')
    const id = randomUUID()
    const use = {
      id,
      promo_id: row.id,
      hold_id: hold.id,
      person,
      amount_minor: priced.amountMinor,
      cost_minor: priced.costMinor,
      kept_until: new Date(hold.expires_at.getTime() + GRACE_MS),
      created_at: tx.now,
    }
    if (!(await reservePromoUse(tx.db, use))) throw new Refusal('promo_used_up')
    const of = {
      searchId: hold.search_id,
      providerId: hold.provider_id,
      version: quote.version,
      promoOf: quote.promo_of ?? quote.id,
    }
    const kept = await saveQuote(tx, of, { ...priced.body, promoUse: id }, quote.expires_at)
    if (!kept) throw new Error(`the price of hold ${hold.id} was not saved`)
    await setHoldQuote(tx.db, hold.id, kept.id)
    return { hold: await presentHold(tx, hold.id) }
  })
}

export async function removePromo(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.removePromo>,
): Promise<OutputOf<typeof bookings.removePromo>> {
  await getCallerHold(ctx, holdId)
  return ctx.idempotent(async (tx) => {
    const hold = await lockHold(tx.db, holdId)
    const quote = hold && (await findQuoteById(tx.db, hold.search_id, hold.quote_id))
    if (hold?.state !== 'held' || hold.expires_at <= tx.now || !quote) throw new Refusal('hold_lapsed')
    if (hold.split) await unshareBill(tx, hold.id)
    await assertNotPaying(tx, hold.id)
    const use = await findActivePromoUse(tx.db, hold.id)
    if (use && quote.promo_of && (await releasePromoUse(tx.db, use.id))) await setWithoutPromo(tx, hold, quote)
    return { hold: await presentHold(tx, hold.id) }
  })
}

/** Saves the price of a hold without its promo code: the former quote, or a new one if the price has a trial. */
async function setWithoutPromo(tx: Context, hold: HoldRow, quote: QuoteRow): Promise<void> {
  const root = quote.promo_of ?? quote.id
  const { promoUse: _, ...body } = quote.body as QuoteBody
  if (!findTrialPrice(body.lines)) return void (await setHoldQuote(tx.db, hold.id, root))
  const lines = attachCosts(body.lines, body.terms).filter(({ line }) => line.kind !== 'promo')
  const of = { searchId: hold.search_id, providerId: hold.provider_id, version: quote.version, promoOf: root }
  const kept = await saveQuote(tx, of, buildBodyWithLines(body, lines), quote.expires_at)
  if (!kept) throw new Error(`the price of hold ${hold.id} was not saved`)
  await setHoldQuote(tx.db, hold.id, kept.id)
}

/**
 * Assigns the reserved promo use to the payer, who may not be the searcher. Throws if they cannot use it. Runs in the
 * caller's transaction.
 */
export async function assignPromoToPayer(
  tx: Context,
  holdId: string,
  { person, email }: { person: Buffer; email: string },
): Promise<void> {
  const use = await findActivePromoUse(tx.db, holdId)
  const row = use && (await lockPromo(tx.db, use.promo_id))
  if (!use || !row) throw new Refusal('state_changed')
  await assertPromoPerson(tx, row, { person, email, holdId })
  await setPerson(tx.db, use.id, person)
}

/**
 * Throws while an authorised payment of the current price exists. Runs in the caller's transaction with the hold
 * locked.
 */
export async function assertNotPaying(tx: Context, holdId: string): Promise<void> {
  const payments = await listPaymentsOf(tx.db, [holdId])
  if (payments.some(({ state }) => state === 'authorised' || state === 'capturing'))
    throw new Refusal('payment_under_way')
}

const AT_ONCE = 200

export async function releaseExpiredPromoUses(ctx: Context): Promise<void> {
  for (const use of await listExpiredPromoUses(ctx.db, ctx.now, AT_ONCE)) await returnOne(ctx, use)
}

/** Releases the reserved uses of customers who have abandoned the booking. Must not run inside a transaction. */
async function releaseEndedPromoUses(ctx: Context, promoId: string): Promise<void> {
  for (const use of await listEndedPromoUses(ctx.db, promoId)) await returnOne(ctx, use)
}

// Locks the hold first, so that a concurrent booking is seen.
const returnOne = (ctx: Context, use: PromoUseRow): Promise<void> =>
  ctx.transaction(async (tx) => {
    const hold = await lockHold(tx.db, use.hold_id)
    // A shared bill extends its hold, so the use stays reserved while the hold is active.
    if (hold?.state !== 'held') await releasePromoUse(tx.db, use.id)
  })
