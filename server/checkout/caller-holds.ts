import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  clearAct,
  findSearch,
  isOwner,
  presentQuote,
  findQuoteById,
  type QuoteRow,
  type SearchRow,
  setAct,
  buildActUpdate,
  standingOfferOf,
} from '#server/search/index.ts'
import { findBillState, findHold, type HoldRow } from './holds.queries.ts'
import type { DayDetails } from '#contract/appointments/appointment.ts'
import type { Hold } from '#contract/checkout/holds.ts'
import { holdTimers } from '#contract/checkout/lifecycle-hold.ts'
import { listCreditsForRef, type PayablePayment, listPaymentsOf, presentPayment } from '#server/payments/index.ts'
import { findAppointmentOfHold } from '#server/appointments/index.ts'
import type { Minor } from '#contract/money.ts'

/** Throws `not_found` for the holds of others. */
export const getCallerHold = async (ctx: Context, holdId: string): Promise<HoldRow> =>
  (await getCallerHoldWithSearch(ctx, holdId)).hold

export async function getCallerHoldWithSearch(
  ctx: Context,
  holdId: string,
): Promise<{ hold: HoldRow; search: SearchRow | null }> {
  const hold = await findHold(ctx.db, holdId)
  if (!hold) throw new Refusal('not_found')
  return { hold, search: await searchOfOwn(ctx, hold) }
}

export async function searchOfOwn(ctx: Context, hold: HoldRow): Promise<SearchRow | null> {
  const search = await findSearch(ctx.database, hold.search_id)
  const mine =
    (search && isOwner(ctx.viewer, search)) ||
    (ctx.viewer.accountId !== null && hold.account_id === ctx.viewer.accountId)
  if (!mine) throw new Refusal('not_found')
  return search
}

export type HoldDay = DayDetails & { names: string[]; shareNumber: boolean; smsReminders: boolean }

export async function presentHold(ctx: Context, id: string): Promise<Hold> {
  const row = await findHold(ctx.db, id)
  const quote = row && (await findQuoteById(ctx.db, row.search_id, row.quote_id))
  if (!row || !quote) throw new Refusal('not_found')
  const payments = await listPaymentsOf(ctx.db, [row.id])
  return presentHoldRow(ctx, row, quote, {
    payment: payments.at(-1),
    appointmentId: row.state === 'booked' ? await findAppointmentOfHold(ctx.db, row.id) : null,
    credits: row.credit_minor > 0 ? await listCreditsForRef(ctx.db, row.id) : [],
    bill: row.split ? await findBillState(ctx.db, row.id) : null,
  })
}

type More = {
  payment?: PayablePayment | undefined
  appointmentId?: string | null
  credits?: Hold['credits']
  bill?: Hold['bill']
}

export function presentHoldRow(
  ctx: Context,
  row: HoldRow,
  quote: QuoteRow,
  { payment, appointmentId = null, credits = [], bill = null }: More,
): Hold {
  const kept = row.day as HoldDay | null
  return {
    id: row.id,
    state: row.state as Hold['state'],
    expiresAt: row.expires_at.toISOString(),
    secondsLeft: Math.max(0, Math.ceil((row.expires_at.getTime() - ctx.now.getTime()) / 1000)),
    extensionsLeft: countExtensionsLeft(row, quote),
    endReason: row.end_reason as Hold['endReason'],
    searchId: row.search_id,
    profileId: row.provider_id,
    slug: quote.slug,
    name: quote.name,
    quote: presentQuote(quote),
    day: kept,
    names: kept?.names ?? [],
    appointmentId,
    payment: payment ? presentPayment(ctx, payment) : null,
    inFull: row.in_full,
    credits,
    bill,
  }
}

/**
 * Counts how often a hold can still be extended. A hold of the waiting list cannot, because others wait for it; one with a
 * shared bill has a day already, and none outlasts the start of the appointment.
 */
export function countExtensionsLeft(row: HoldRow, quote: QuoteRow): number {
  if (row.state !== 'held' || row.freed || row.split || row.expires_at.getTime() >= getStart(quote)) return 0
  return Math.max(0, holdTimers.extensions - row.extensions)
}

export function getStart(quote: QuoteRow): number {
  const arriveAt = presentQuote(quote).plan?.arriveAt
  return arriveAt ? Date.parse(arriveAt) : Number.POSITIVE_INFINITY
}

type Held = Pick<HoldRow, 'search_id' | 'provider_id'>

type Price = { id: string; mode: 'mobile' | 'studio'; total_minor: Minor; deposit_minor: Minor }

/** Marks the quote as held by the customer, on whose page it can still be booked. Runs in the caller's transaction. */
export const markActHeld = (ctx: Context, hold: Held, quote: Price, until: Date) =>
  setAct(ctx, heldAct(hold, quote, until))

/** Builds the update of `markActHeld` as part of the statement that inserts the hold. */
export const buildHeldAct = (ctx: Context, hold: Held, quote: Price, until: Date) =>
  buildActUpdate(ctx, heldAct(hold, quote, until))

const heldAct = (hold: Held, quote: Price, until: Date) => ({
  searchId: hold.search_id,
  providerId: hold.provider_id,
  state: 'offered' as const,
  mode: quote.mode,
  quoteId: quote.id,
  totalMinor: quote.total_minor,
  depositMinor: quote.deposit_minor,
  until,
  otherTime: true,
})

/** Resets the quote after a hold ends, to the artist's open offer if there is one. Runs in the caller's transaction. */
export async function markActReleased(ctx: Context, hold: Held): Promise<void> {
  const offer = await standingOfferOf(ctx.db, hold.search_id, hold.provider_id, ctx.now)
  if (!offer) return void (await clearAct(ctx, hold.search_id, hold.provider_id))
  await setAct(ctx, {
    searchId: hold.search_id,
    providerId: hold.provider_id,
    state: 'offered',
    mode: offer.mode,
    quoteId: offer.quote.id,
    totalMinor: offer.totalMinor,
    depositMinor: offer.depositMinor,
    until: offer.endsAt,
    otherTime: offer.kind === 'otherTime',
  })
}
