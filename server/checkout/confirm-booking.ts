import type { RawBuilder } from 'kysely'
import { toMinor, type Minor } from '#contract/money.ts'
import type { Requester } from '#contract/search/search.ts'
import { acceptOffer, canAcceptOffer } from '#server/offers/index.ts'
import { presentQuote, type QuoteBody, type QuoteRow } from '#server/search/index.ts'
import { lockKept, type PaymentRow } from '#server/payments/index.ts'
import { computeHoldCover, applyReservedCredits, redeemPromoUse, saveLaterDeposit } from '#server/billing/index.ts'
import { type Context, catchConflict } from '#server/platform/context.ts'
import { runInBackground } from '#server/platform/work/background-work.ts'
import { convertHoldTime, type Spot } from '#server/providers/index.ts'
import { type AppointmentRow, type NewAppointment, getWorkSpot } from '#server/appointments/index.ts'
import { bookChosen } from './linked-checkout.ts'
import { bookAtOnce, bookWithHold, findHoldToBook, type HoldToBook } from './confirm-booking.queries.ts'
import { findHold, type HoldRow, lockHold, type SearchToBook } from './holds.queries.ts'
import type { HoldDay } from './caller-holds.ts'
import { zonedDay } from '#contract/format.ts'
import type { LaterDeposit } from '#contract/payments/later-deposit.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import { getCoolingHours } from '#contract/payments/refund.ts'
import { getEventDay } from '#server/platform/event-day.ts'

/**
 * Confirms a hold once its payment is authorised, in the caller's transaction. Returns `capture` if the appointment was
 * created, `void` if the slot was lost (release the authorisation), `shared` while other payers are still due, or the
 * team hold to confirm instead.
 */
export async function confirmBooking(
  ctx: Context,
  payment: PaymentRow,
): Promise<'capture' | 'void' | 'shared' | { team: string }> {
  const known = await findHold(ctx.db, payment.ref)
  // A team's holds are locked together, in a fixed order.
  if (known?.team_up_id) return { team: known.team_up_id }
  const hold = await lockHold(ctx.db, payment.ref)
  if (hold?.split && hold.state === 'held') return 'shared'
  return hold && (await bookHold(ctx, hold, payment.amount_minor)) ? 'capture' : 'void'
}

/**
 * Confirms a hold without a lock, in one statement that also selects `along`. Returns false if the booking needs a full
 * transaction or the hold has changed. Must not run inside a transaction.
 */
export async function confirmAtOnce(ctx: Context, payment: PaymentRow, along: RawBuilder<unknown>): Promise<boolean> {
  const found = await findHoldToBook(ctx.db, payment.ref)
  if (found?.hold.state !== 'held' || found.hold.split || found.hold.team_up_id) return false
  const booking = bookingOf(ctx, found, payment.amount_minor)
  // A hold with a later deposit, an offer, credits, a promo code or linked appointments needs a full transaction.
  if (
    !booking ||
    booking.laterDeposit ||
    found.chosen.length > 0 ||
    found.hold.offer_id ||
    found.hold.credit_minor > 0 ||
    booking.promoUse
  )
    return false
  const { version, hold } = found
  if (!(await catchConflict(bookAtOnce(ctx.db, hold.id, booking.row, { now: ctx.now, version, along })))) return false
  booked(ctx)
  return true
}

/** Returns whether a card payment of this amount would book a locked hold. */
export async function canConfirmHold(ctx: Context, hold: HoldRow, cardMinor: Minor): Promise<boolean> {
  const found = await findHoldToBook(ctx.db, hold.id)
  if (!found || !bookingOf(ctx, { ...found, hold }, cardMinor)) return false
  return !hold.offer_id || canAcceptOffer(ctx, hold.offer_id)
}

/**
 * Books a locked hold that card and credits cover, in the caller's transaction. Returns null if they do not cover it or
 * the hold has ended.
 */
export async function bookHold(ctx: Context, hold: HoldRow, cardMinor: Minor): Promise<AppointmentRow | null> {
  const found = await findHoldToBook(ctx.db, hold.id)
  const booking = found && bookingOf(ctx, { ...found, hold }, cardMinor)
  if (!found || !booking) return null
  const { row, promoUse, laterDeposit } = booking
  const kept = hold.credit_minor > 0 ? await lockKept(ctx.db, hold.id, 'deposit') : []
  if (kept.reduce((sum, { amount_minor }) => sum + amount_minor, 0) !== hold.credit_minor) return null
  if (hold.offer_id && !(await canAcceptOffer(ctx, hold.offer_id))) return null
  // A discounted price is valid only if its promo use can be redeemed.
  if (promoUse && !(await redeemPromoUse(ctx.db, promoUse))) return null
  const appointment = await bookWithHold(ctx.db, hold.id, row, ctx.now)
  if (!(await convertHoldTime(ctx.db, hold.id, appointment.id))) throw new Error(`hold ${hold.id} has no diary entry`)
  await bookChosen(ctx, appointment, found.chosen)
  if (laterDeposit) await saveLaterDeposit(ctx, appointment, laterDeposit, hold.terms_accepted_at ?? ctx.now)
  if (hold.offer_id) await acceptOffer(ctx, { searchId: hold.search_id, providerId: hold.provider_id })
  if (kept.length) await applyReservedCredits(ctx, appointment, kept, cardMinor)
  booked(ctx)
  return appointment
}

const booked = (ctx: Context): void => {
  ctx.count('booking')
  ctx.afterCommit(() => runInBackground(ctx, 'work-booked'))
}

type Booking = {
  row: ReturnType<typeof rowOf>
  promoUse: QuoteBody['promoUse']
  laterDeposit: LaterDeposit | undefined
}

/**
 * Returns the booking that a card payment of this amount creates. Returns null if the amount does not cover the current
 * price or the hold cannot be booked.
 */
function bookingOf(ctx: Context, found: HoldToBook, cardMinor: Minor): Booking | null {
  const { hold, search, quote, booked } = found
  // A late payment does not revive an ended or expired hold.
  if (hold.state !== 'held' || hold.expires_at <= ctx.now) return null
  if (!hold.account_id || !hold.day || !hold.requester) return null
  const locked = quote && presentQuoteOfHold(hold, quote)
  if (!search || !quote || !locked?.plan || booked) return null
  // The price may have changed through credits or a promo code.
  const cover = computeHoldCover(hold, locked)
  if (cardMinor !== cover.cardMinor) return null
  const spot = getWorkSpot(quote, search)
  const frozen = buildFrozenAppointment(ctx, { search, quote, locked, spot })
  const laterDeposit = hold.in_full ? undefined : locked.laterDeposit
  const row = rowOf(hold, frozen, cover.dueMinor, laterDeposit)
  // A linked appointment in the past cannot be booked.
  if (found.chosen.some(({ from }) => from <= ctx.now.getTime())) return null
  // The job has already started, or the provider is suspended.
  if (row.starts_at <= ctx.now || quote.provider_state === 'suspended') return null
  return { row, promoUse: (quote.body as QuoteBody).promoUse, laterDeposit }
}

/** Returns the quote of a hold. A partner owes the whole deposit at once, so that none of it is charged later. */
export const presentQuoteOfHold = ({ on_account }: Pick<HoldRow, 'on_account'>, quote: QuoteRow): LockedQuote =>
  on_account ? { ...presentQuote(quote), laterDeposit: undefined } : presentQuote(quote)

function rowOf(
  hold: HoldRow,
  terms: ReturnType<typeof buildFrozenAppointment>,
  paidMinor: Minor,
  laterDeposit: LaterDeposit | undefined,
): NewAppointment & { starts_at: Date; ends_at: Date; event_date: string } {
  const { names, shareNumber, smsReminders, ...day } = hold.day as HoldDay
  return {
    ...terms,
    later_minor: laterDeposit ? toMinor(laterDeposit.amount) : 0,
    deposit_minor: paidMinor,
    in_full: hold.in_full && paidMinor === terms.total_minor,
    hold_id: hold.id,
    offer_id: hold.offer_id,
    guardian_confirmed_at: hold.guardian_confirmed_at,
    account_id: hold.account_id,
    requester: hold.requester as Requester,
    event: (hold.requester as Requester).event,
    day,
    names,
    share_number: shareNumber,
    sms_reminders: smsReminders,
  }
}

type Found = { hold: HoldRow; search: SearchToBook; quote: QuoteRow; locked: LockedQuote; spot: Spot }

const pick = ({ terms, tax = null }: QuoteBody) => ({ terms, tax })

/** Returns the fields of an appointment that are frozen from its quote and search. */
export function buildFrozenAppointment(ctx: Context, { search, quote, locked, spot }: Omit<Found, 'hold'>) {
  const plan = locked.plan
  if (!plan) throw new Error(`quote ${quote.id} has no plan to book`)
  const starts = new Date(plan.arriveAt)
  return {
    search_id: search.id,
    quote_id: quote.id,
    provider_id: quote.provider_id,
    mode: quote.mode,
    country_code: search.country_code,
    tz: plan.timeZone,
    event_date: eventDateOf(search, starts, plan.timeZone),
    place: search.place_name,
    starts_at: starts,
    ends_at: new Date(plan.doneAt),
    ready_at: plan.readyBy ? new Date(plan.readyBy) : null,
    buffer_minutes: quote.buffer_minutes,
    lat: spot.lat,
    lng: spot.lng,
    body: { lines: locked.lines, plan, ...pick(quote.body as QuoteBody) },
    policy: locked.policy.kind,
    booked_at: ctx.now,
    changed_at: ctx.now,
    policy_start: starts,
    currency: locked.currency,
    cooling_until: new Date(ctx.now.getTime() + getCoolingHours(ctx.now.getTime(), starts.getTime()) * 3_600_000),
    total_minor: toMinor(locked.total),
    deposit_minor: toMinor(locked.deposit),
    fee_minor: Math.min(toMinor(locked.fee), toMinor(locked.deposit)),
    sample: ctx.env.sampleMarket,
  }
}

// Returns the day of an offer's plan, which may differ from the requested one. Hours before 5 AM belong to the day
// before.
function eventDateOf(search: SearchToBook, starts: Date, tz: string): string {
  const asked = getEventDay(search.event_date, tz)
  if (starts.getTime() >= asked.at(0) && starts.getTime() < asked.at(1740)) return search.event_date
  return zonedDay(new Date(starts.getTime() - 5 * 3_600_000).toISOString(), tz)
}
