import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  getDaySums,
  isOfBalance,
  priceWithCarried,
  getPromoLine,
  refundReasons,
  refundShare,
  releaseRedeemedPromoUse,
  setUsed,
  splitOf,
  sumUnrefunded,
  transferLaterDeposit,
  getWholePrice,
} from '#server/billing/index.ts'
import {
  type AppointmentRow,
  insertAppointment,
  lockBooking,
  getCustomerAppointment,
  listPaymentsOfAppointment,
  presentAppointment,
  publishAppointment,
  listExpiredRescues,
  getWorkSpot,
  updateAppointment,
} from '#server/appointments/index.ts'
import { getCatalog } from '#server/catalog/index.ts'
import {
  getBookableQuote,
  copySearch,
  findSearch,
  transferTeamPart,
  presentQuote,
  type QuoteBody,
  findQuoteById,
  type QuoteRow,
  getQuotesOfSearch,
  resolveSearch,
  saveQuote,
  type SearchRow,
} from '#server/search/index.ts'
import {
  transferPayment,
  transferCreditSpend,
  type PaymentRow,
  refundPayment,
  sendPayments,
} from '#server/payments/index.ts'
import {
  lockDiary,
  assertNotOwnProfile,
  assertTimeFree,
  getSpeedsInTransaction,
  insertBusyTime,
} from '#server/providers/index.ts'
import {
  scheduleBookingJob,
  createTeammateCheck,
  type BookedSearch,
  buildFrozenAppointment,
  transferBill,
  assertNotWithTwoAtOnce,
  findSearchForBooking,
} from '#server/checkout/index.ts'
import { transferGuests } from '#server/party/index.ts'
import { FULL_REFUND, splitHandOver } from '#contract/payments/refund.ts'
import type { CostedLine } from '#contract/price-lines.ts'
import { randomBytes } from 'node:crypto'
import type { Card } from '#contract/search/quotes.ts'
import { zonedTime } from '#contract/format.ts'

export async function getRescue(
  ctx: Context,
  { appointmentId }: InputOf<typeof bookings.rescue>,
): Promise<OutputOf<typeof bookings.rescue>> {
  const row = await getCustomerAppointment(ctx, appointmentId)
  if (!row.rescue_until) throw new Refusal('state_changed')
  const open = row.rescue_ended === null && row.rescue_until > ctx.now
  const artists = open ? await findRescueArtists(ctx, row, row.rescue_search_id ?? row.search_id) : []
  const promo = getPromoLine(row.body)
  return {
    open,
    ended: row.rescue_ended as OutputOf<typeof bookings.rescue>['ended'],
    until: open ? row.rescue_until.toISOString() : null,
    refund: toMajor(sumUnrefunded(await listPaymentsOfAppointment(ctx, row))),
    currency: row.currency,
    found: artists.length,
    artists,
    totalBefore: toMajor(getDaySums(row).total_minor),
    promo: promo && { label: promo.costed.line.label, carried: promo.giver === 'platform' },
  }
}

/**
 * Books a replacement with the paid deposit. The event and the data of its people are copied; an excess deposit is
 * refunded.
 */
export async function bookRescue(
  ctx: Context,
  { appointmentId, profileId, hash }: InputOf<typeof bookings.bookRescue>,
): Promise<OutputOf<typeof bookings.bookRescue>> {
  const before = await getCustomerAppointment(ctx, appointmentId)
  if (!before.rescue_until || before.rescue_ended || before.rescue_until <= ctx.now) throw new Refusal('state_changed')
  const search = await findSearch(ctx.database, before.rescue_search_id ?? before.search_id)
  if (!search) throw new Refusal('not_found')
  const { locked, why, providerId } = await getBookableQuote(
    ctx,
    resolveSearch(search, await getCatalog(ctx.database), ctx.now),
    profileId,
    before.mode,
  )
  await assertNotOwnProfile(ctx, providerId, before.requester.email)
  const promo = getCarriedPromo(before)
  if (!locked?.plan || why || toMinor(locked.total) > getMaxRescuePrice(before)) throw new Refusal('slot_taken')
  if (hash && hash !== locked.hash) throw new Refusal('quote_changed', { detail: { locked } })

  const answer = await ctx.idempotent(async (tx) => {
    const found = await lockBooking(tx, appointmentId)
    const row = found?.row
    const plain = await findQuoteById(tx.db, search.id, locked.id)
    const quote = plain && promo ? await transferPromo(tx, plain, { promo, from: appointmentId }) : plain
    const place = await findSearchForBooking(tx.db, search.id)
    if (!found || !row?.rescue_until || row.rescue_ended || !quote || !place) throw new Refusal('state_changed')
    const agreed = presentQuote(quote)
    if (toMinor(agreed.total) > getDaySums(row).total_minor) throw new Refusal('slot_taken')
    const made = await bookInstead(tx, { row, payments: found.payments, search: place, quote })
    await publishAppointment(
      tx,
      await updateAppointment(tx.db, row.id, { rescue_ended: 'rebooked', changed_at: tx.now }),
      'appointment.changed',
    )
    await scheduleBookingJob(tx, made.id)
    return { appointment: await presentAppointment(tx, made, 'customer') }
  })
  await sendPayments(ctx)
  return answer
}

type NewPrice = ReturnType<typeof buildFrozenAppointment>
type Instead = {
  row: AppointmentRow
  payments: readonly PaymentRow[]
  search: BookedSearch
  quote: QuoteRow
  price?: (frozen: NewPrice) => NewPrice
}

/** Books a replacement with the paid deposit and refunds the excess, in the caller's transaction. */
export async function bookInstead(
  tx: Context,
  { row, search, quote, price = (frozen) => frozen, ...paidFor }: Instead,
): Promise<AppointmentRow> {
  if (!quote.payouts_ready) throw new Refusal('payout_missing')
  const spot = getWorkSpot(quote, search)
  const frozen = price(buildFrozenAppointment(tx, { search, quote, locked: presentQuote(quote), spot }))
  const providerId = quote.provider_id
  await lockDiary(tx.db, providerId)
  const job = { ...spot, from: frozen.starts_at.getTime(), to: frozen.ends_at.getTime() }
  await assertTimeFree(tx, providerId, job, quote.buffer_minutes, await getSpeedsInTransaction(tx.db))
  // The rest of the team keeps its times, so no one may be with two artists at once.
  await assertNotWithTwoAtOnce(tx.db, { search_id: row.search_id, people: null }, frozen.body.plan)
  const payments = paidFor.payments.filter((payment) => !isOfBalance(payment) && splitOf(payment))
  // Throws until the deposit is captured, which takes a few moments.
  if (payments.length === 0 || payments.some(({ state }) => state !== 'captured')) throw new Refusal('state_changed')
  const deposit = Math.min(sumUnrefunded(payments), frozen.total_minor)
  const inFull = row.in_full && deposit === frozen.total_minor
  const made = await insertAppointment(tx.db, {
    ...frozen,
    account_id: row.account_id,
    requester: row.requester,
    event: row.event,
    day: row.day,
    names: row.names,
    guardian_confirmed_at: row.guardian_confirmed_at,
    share_number: row.share_number,
    sms_reminders: row.sms_reminders,
    deposit_minor: inFull ? deposit : Math.min(deposit, Math.max(frozen.deposit_minor, frozen.fee_minor)),
    later_minor: Math.min(row.later_minor, frozen.total_minor - deposit),
    in_full: inFull,
    fee_minor: Math.min(frozen.fee_minor, deposit),
    rescued_from: row.id,
  })
  await insertBusyTime(tx.db, {
    providerId,
    kind: 'appointment',
    ref: made.id,
    from: job.from,
    to: job.to + quote.buffer_minutes * 60_000,
    bufferMinutes: quote.buffer_minutes,
    eventDate: frozen.event_date,
    ...spot,
  })
  await transferPayments(tx, payments, made)
  await transferLaterDeposit(tx.db, row.id, made.id)
  await transferGuests(tx.db, row.id, made.id)
  if (made.search_id !== row.search_id) await transferTeamPart(tx.db, row.search_id, made.search_id)
  return made
}

type Made = Awaited<ReturnType<typeof insertAppointment>>

/** Refunds the part that the new deposit does not need and transfers the rest to the new artist. */
async function transferPayments(ctx: Context, payments: readonly PaymentRow[], made: Made): Promise<void> {
  const parts = payments.flatMap((payment) => {
    const part = splitOf(payment)
    return part ? [{ payment, part }] : []
  })
  const splits = splitHandOver(
    parts.map(({ part }) => part),
    { depositMinor: made.deposit_minor, feeMinor: made.fee_minor },
  )
  for (const [i, { payment }] of parts.entries()) {
    const split = splits[i]
    if (!split) continue
    const { keepMinor: keep, feeMinor, refundMinor, feeBackMinor } = split
    if (refundMinor > 0)
      await refundPayment(ctx, {
        paymentId: payment.id,
        amountMinor: refundMinor,
        feeBackMinor,
        reason: 'The new artist costs less.',
        fact: `rescue-less:${made.id}:${payment.id}`,
      })
    // The payment of a share stays linked to its share of the bill.
    const ref = payment.kind === 'share' ? payment.ref : made.id
    if (keep > 0) {
      await transferPayment(ctx, payment.id, { providerId: made.provider_id, ref, feeMinor, fact: made.id })
      if (payment.kind === 'credit') await transferCreditSpend(ctx.db, payment.ref, made.id)
    }
  }
  if (made.rescued_from) await transferBill(ctx.db, made.rescued_from, made.id)
}

/**
 * Transfers the platform's promo code and its use to a replacement, and saves the reduced price as a new version of the
 * quote. Runs in the caller's transaction.
 */
export async function transferPromo(
  tx: Context,
  quote: QuoteRow,
  { promo, from }: { promo: CostedLine; from: string },
): Promise<QuoteRow | undefined> {
  const { body, amountMinor, costMinor } = priceWithCarried(quote.body as QuoteBody, promo)
  const of = {
    searchId: quote.search_id,
    providerId: quote.provider_id,
    version: quote.version,
    promoOf: quote.promo_of ?? quote.id,
  }
  const kept = await saveQuote(tx, of, body, quote.expires_at)
  if (!kept) throw new Error(`the price of quote ${quote.id} with its promo code was not saved`)
  if (amountMinor > 0) await setUsed(tx.db, from, { amountMinor, costMinor })
  return findQuoteById(tx.db, quote.search_id, kept.id)
}

/** Declines a rescue: refunds everything including the fee. */
export async function endRescue(
  ctx: Context,
  { appointmentId }: InputOf<typeof bookings.endRescue>,
): Promise<OutputOf<typeof bookings.endRescue>> {
  await getCustomerAppointment(ctx, appointmentId)
  const answer = await ctx.idempotent(async (tx) => {
    const row = await endRescueOf(tx, appointmentId, 'declined')
    if (!row) throw new Refusal('state_changed')
    return { appointment: await presentAppointment(tx, row, 'customer') }
  })
  await sendPayments(ctx)
  return answer
}

/** Ends a rescue with a full refund, in the caller's transaction. Does nothing if it has ended. */
async function endRescueOf(ctx: Context, id: string, how: 'declined' | 'lapsed'): Promise<AppointmentRow | null> {
  const found = await lockBooking(ctx, id)
  if (!found?.row.rescue_until || found.row.rescue_ended) return null
  const { row, payments } = found
  await refundShare(ctx, payments, FULL_REFUND, getWholePrice(row), {
    reason: refundReasons.provider,
    fact: `rescue:${row.id}`,
  })
  await releaseRedeemedPromoUse(ctx.db, id)
  const now = await updateAppointment(ctx.db, id, { rescue_ended: how, changed_at: ctx.now })
  await publishAppointment(ctx, now, 'appointment.changed')
  return now
}

export async function endRescues(ctx: Context): Promise<void> {
  for (const { id } of await listExpiredRescues(ctx.db, ctx.now, 200))
    await ctx.transaction((tx) => endRescueOf(tx, id, 'lapsed'))
  await sendPayments(ctx)
}

const MOST = 3
const MOST_LOOKED_AT = 12

/**
 * Returns the search for a replacement: the booking's, or a copy for its time if it was moved. Must not run inside a
 * transaction.
 */
export async function getRescueSearch(ctx: Context, row: AppointmentRow): Promise<string> {
  const search = await findSearch(ctx.database, row.search_id)
  const finish = row.ready_at ? zonedTime(row.ready_at.toISOString(), row.tz) : null
  if (!search || (search.event_date === row.event_date && (finish === null || search.finish_time === finish)))
    return row.search_id
  return copySearch(ctx, search, {
    id: randomBytes(12).toString('base64url'),
    eventDate: row.event_date,
    finishTime: finish,
  })
}

/**
 * Returns up to three other artists who can be booked immediately for the same party, place and time, at the booking's
 * price or less. Must not run inside a transaction.
 */
export async function findRescueArtists(ctx: Context, row: AppointmentRow, searchId: string): Promise<Card[]> {
  const { search, cards } = await listRescueArtists(ctx, row, searchId)
  const most = getMaxRescuePrice(row)
  const cheap = cards.filter(({ price }) => price !== null && toMinor(price) <= most)
  const others = search ? await besideTeam(ctx, row, { search, cards: cheap }) : cheap
  const promo = getCarriedPromo(row)
  if (!promo || !search) return others.slice(0, MOST)
  return applyCarriedPromo(ctx, row, search, { cards: others, promo })
}

/**
 * Returns the maximum price of a replacement: the booking's price before a platform promo code, because the code also
 * applies to the replacement.
 */
function getMaxRescuePrice(row: AppointmentRow): number {
  const promo = getCarriedPromo(row)
  return getDaySums(row).total_minor + (promo ? -toMinor(promo.line.amount) : 0)
}

/** Filters out artists whose plan would overlap with the rest of the team. */
async function besideTeam(
  ctx: Context,
  row: AppointmentRow,
  { search, cards }: { search: SearchRow; cards: Card[] },
): Promise<Card[]> {
  const clashes = await createTeammateCheck(ctx.db, { search_id: row.search_id, people: null })
  if (!clashes) return cards
  const asked = resolveSearch(search, await getCatalog(ctx.database), ctx.now)
  const found: Card[] = []
  for (const card of cards.slice(0, MOST_LOOKED_AT)) {
    const { locked } = await getBookableQuote(ctx, asked, card._id, row.mode)
    if (locked?.plan && !clashes(locked.plan)) found.push(card)
  }
  return found
}

/**
 * Returns all other artists who can be booked immediately for the same party, place and time, at any price. Must not
 * run inside a transaction.
 */
export async function listRescueArtists(
  ctx: Context,
  row: AppointmentRow,
  searchId: string,
): Promise<{ search: SearchRow | null; cards: Card[] }> {
  const search = await findSearch(ctx.database, searchId)
  if (!search) return { search, cards: [] }
  const page = await getQuotesOfSearch(ctx, search, {
    filterBy: 'instant',
    sortBy: 'recommended',
    type: row.mode,
    rescue: false,
  })
  const cards = page.offers[row.mode].map(({ provider }) => provider)
  return { search, cards: cards.filter((card) => card._id !== row.provider_id && card.price !== null) }
}

/**
 * Returns the platform's promo line of a booking, which a replacement takes over. An artist's code is not transferred.
 */
export function getCarriedPromo({ body }: AppointmentRow): CostedLine | null {
  const promo = getPromoLine(body)
  return promo?.giver === 'platform' ? promo.costed : null
}

async function applyCarriedPromo(
  ctx: Context,
  row: AppointmentRow,
  search: SearchRow,
  { cards, promo }: { cards: readonly Card[]; promo: CostedLine },
): Promise<Card[]> {
  const asked = resolveSearch(search, await getCatalog(ctx.database), ctx.now)
  const found: Card[] = []
  for (const card of cards.slice(0, MOST_LOOKED_AT)) {
    const { locked, why } = await getBookableQuote(ctx, asked, card._id, row.mode)
    const quote = locked && !why ? await findQuoteById(ctx.db, search.id, locked.id) : null
    const body = quote && priceWithCarried(quote.body as QuoteBody, promo).body
    if (body && toMinor(body.total) <= getDaySums(row).total_minor)
      found.push({ ...card, price: body.total, deposit: body.deposit })
    if (found.length === MOST) break
  }
  return found
}
