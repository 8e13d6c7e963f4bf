import type { PartnerHold } from '#contract/checkout/partner-holds.ts'
import type { partnerSandbox } from '#contract/checkout/partner-sandbox.ts'
import { partnerLinks } from '#contract/checkout/lifecycle-hold.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import { testCards } from '#contract/payments/test-cards.ts'
import { getDueNow } from '#contract/payments/later-deposit.ts'
import type { Context } from '#server/platform/context.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { assertChargeable } from '#server/payments/index.ts'
import { createFieldRefusal, Refusal } from '#server/platform/refusal.ts'
import { findQuoteById, presentQuote, type QuoteRow } from '#server/search/index.ts'
import { presentQuoteOfHold } from './confirm-booking.ts'
import {
  countSandboxHolds,
  endSandboxHold,
  enqueuePartnerEvent,
  findSandboxBooking,
  findSandboxHold,
  insertSandboxHold,
  type SandboxHold,
  setSandboxState,
} from './sandbox.queries.ts'

const HOUR_MS = 3_600_000

/**
 * Creates a hold for a sandbox key. Holds and bookings of sandbox keys have a table of their own: they block no time,
 * send no mail, charge nothing and are in no figure. Only the partner's webhooks receive their events.
 */
export async function createSandboxHold(
  tx: Context,
  { partnerId, quote, until, onAccount }: { partnerId: string; quote: QuoteRow; until: Date; onAccount: boolean },
): Promise<PartnerHold> {
  await lockLimit(tx.db, `sandbox of partner ${partnerId}`)
  const since = new Date(tx.now.getTime() - partnerLinks.hours * HOUR_MS)
  if ((await countSandboxHolds(tx.db, partnerId, since)) >= partnerLinks.most) throw new Refusal('too_many_holds')
  const hold = await insertSandboxHold(tx.db, {
    partner_id: partnerId,
    search_id: quote.search_id,
    quote_id: quote.id,
    expires_at: until,
    created_at: tx.now,
    on_account: onAccount,
  })
  return presentSandboxHold(hold, quote, tx.now)
}

function presentSandboxHold(hold: SandboxHold, quote: QuoteRow, now: Date): PartnerHold {
  const locked = presentQuoteOfHold(hold, quote)
  const hasLapsed = hold.state === 'held' && hold.expires_at <= now
  return {
    id: hold.id,
    state: hasLapsed ? 'lapsed' : hold.state,
    expiresAt: hold.expires_at.toISOString(),
    endReason: hasLapsed ? 'expired' : hold.state === 'released' ? 'released' : null,
    artist: { slug: quote.slug, name: quote.name },
    total: locked.total,
    deposit: getDueNow(locked, false),
    onAccount: hold.on_account,
    currency: locked.currency,
    bookingId: hold.booking_id,
    sandbox: true,
  }
}

/** Throws `not_found` for holds of other partners and for holds of live keys. */
export async function readSandboxHold(ctx: Context, partnerId: string, holdId: string): Promise<PartnerHold> {
  const hold = await findSandboxHold(ctx.db, partnerId, holdId)
  const quote = hold && (await findQuoteById(ctx.db, hold.search_id, hold.quote_id))
  if (!hold || !quote) throw new Refusal('not_found')
  return presentSandboxHold(hold, quote, ctx.now)
}

/** Releases a sandbox hold. Does nothing if it has ended or is booked. */
export async function releaseSandboxHold(ctx: Context, partnerId: string, holdId: string): Promise<PartnerHold> {
  await endSandboxHold(ctx.db, partnerId, holdId, { booking: false, now: ctx.now })
  return readSandboxHold(ctx, partnerId, holdId)
}

/** Throws `not_found` for live keys, which have no sandbox data. */
function getSandboxPartner({ viewer: { key } }: Context): string {
  if (!key?.partnerId || !key.sandbox) throw new Refusal('not_found')
  return key.partnerId
}

/** Books a sandbox hold as the test bank would. Throws `card_declined` for every card but the one that succeeds. */
export async function paySandboxHold(
  ctx: Context,
  { holdId, card }: InputOf<typeof partnerSandbox.pay>,
): Promise<OutputOf<typeof partnerSandbox.pay>> {
  const partnerId = getSandboxPartner(ctx)
  await readSandboxHold(ctx, partnerId, holdId)
  if (card !== testCards.success) throw new Refusal('card_declined')
  return ctx.idempotent(async (tx) => {
    const hold = await endSandboxHold(tx.db, partnerId, holdId, { booking: true, now: tx.now })
    if (!hold?.booking_id) throw new Refusal('state_changed')
    await sendSandboxEvent(tx, partnerId, hold.booking_id, 'booking.created')
    return { hold: await readSandboxHold(tx, partnerId, holdId) }
  })
}

/**
 * Books a sandbox hold on account. The account of the partner is checked as for a real booking, and nothing is charged
 * to it.
 */
export async function bookSandboxHold(
  ctx: Context,
  partnerId: string,
  { holdId, address }: { holdId: string; address: string },
): Promise<{ hold: PartnerHold }> {
  const known = await findSandboxHold(ctx.db, partnerId, holdId)
  const quote = known && (await findQuoteById(ctx.db, known.search_id, known.quote_id))
  if (!known || !quote) throw new Refusal('not_found')
  const { state, currency } = presentSandboxHold(known, quote, ctx.now)
  if (state === 'booked') throw new Refusal('already_booked')
  if (state !== 'held') throw new Refusal('hold_lapsed')
  if (quote.mode === 'mobile' && !address) throw createFieldRefusal('address_missing', 'day.address')
  const { deposit } = presentQuoteOfHold({ on_account: true }, quote)
  await assertChargeable(ctx, { partnerId, currency, amountMinor: toMinor(deposit) })
  return ctx.idempotent(async (tx) => {
    const hold = await endSandboxHold(tx.db, partnerId, holdId, { booking: true, onAccount: true, now: tx.now })
    if (!hold?.booking_id) throw new Refusal('state_changed')
    await sendSandboxEvent(tx, partnerId, hold.booking_id, 'booking.created')
    return { hold: await readSandboxHold(tx, partnerId, holdId) }
  })
}

/**
 * Moves a sandbox booking on and sends its event, in the caller's transaction. Throws `not_found`, and `state_changed`
 * if it is cancelled or completed.
 */
export async function changeSandboxBooking(
  tx: Context,
  { bookingId, event }: InputOf<typeof partnerSandbox.advance>,
): Promise<void> {
  const partnerId = getSandboxPartner(tx)
  if (!(await findSandboxBooking(tx.db, partnerId, bookingId))) throw new Refusal('not_found')
  const state = event === 'changed' ? 'booked' : event
  if (!(await setSandboxState(tx.db, partnerId, bookingId, state))) throw new Refusal('state_changed')
  await sendSandboxEvent(tx, partnerId, bookingId, `booking.${event}`)
}

async function sendSandboxEvent(tx: Context, partnerId: string, bookingId: string, event: string): Promise<void> {
  const row = await findSandboxBooking(tx.db, partnerId, bookingId)
  const quote = row && (await findQuoteById(tx.db, row.search_id, row.quote_id))
  const plan = quote && presentQuote(quote).plan
  if (!row || !plan) throw new Refusal('not_found')
  const toUtc = (instant: string) => `${new Date(instant).toISOString().slice(0, 19)}Z`
  await enqueuePartnerEvent(tx.db, {
    partnerId,
    event,
    at: tx.now,
    data: {
      id: row.id,
      number: row.number,
      state: row.state,
      mode: row.mode,
      eventDate: row.event_date,
      startsAt: toUtc(plan.arriveAt),
      endsAt: toUtc(plan.doneAt),
      timeZone: row.tz,
      people: row.looks.reduce((sum, { count }) => sum + count, 0),
      total: toMajor(row.total_minor),
      currency: row.currency,
      sandbox: true,
    },
  })
}
