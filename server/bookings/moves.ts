import { type Sender, getSenderInTransaction, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import {
  getOpenAmounts,
  approveMove,
  findAppointmentById,
  type AppointmentRow,
  endMove,
  type FrozenTerms,
  insertMove,
  lockAppointment,
  lockBooking,
  moveById,
  type MoveRow,
  listMoves,
  listExpiredMoves,
  type NewMove,
  getCustomerAppointment,
  listPaymentsOfAppointment,
  presentBooking,
} from '#server/appointments/index.ts'
import { truncate } from '#contract/text.ts'
import { computeFeeInDue } from '#contract/billing/differences.ts'
import { formatDate } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import {
  openPayment,
  type PayableHandlers,
  type PaymentRow,
  presentPayment,
  sendPayments,
} from '#server/payments/index.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  computeFrozenPriceLines,
  bookingPayable,
  computeMoveDifference,
  type FrozenPriceInput,
} from '#server/billing/index.ts'
import { applyMove, toJob, publishMoved, notifyMove } from './apply-move.ts'
import { appointmentTimers } from '#contract/appointments/lifecycle-appointment.ts'
import {
  isFree,
  lockDiary,
  listProviderNumbers,
  assertTimeFree,
  assertBookableDay,
  getSpeedsInTransaction,
} from '#server/providers/index.ts'
import { createTeammateCheck, assertNotWithTwoAtOnce } from '#server/checkout/index.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Minor } from '#contract/money.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { getEventDay, toEventMinute } from '#server/platform/event-day.ts'
import {
  buildQuoteBody,
  findSearch,
  type FrozenAddOn,
  type FrozenPackage,
  extendWithAddOns,
  planOfQuoted,
  type QuoteBody,
  type QuotedProvider,
  listQuotedProviders,
  type ResolvedSearch,
  resolveSearch,
  alignSeats,
} from '#server/search/index.ts'
import { sumLines } from '#contract/price-lines.ts'
import type { Plan } from '#contract/search/quotes.ts'

/**
 * Proposes another time to the other side. The booking is unchanged until they accept. `answer` builds the response in
 * the same transaction.
 */
export async function proposeMove<T extends object>(
  ctx: Context,
  row: AppointmentRow,
  by: 'customer' | 'provider',
  to: { eventDate: string; finishTime: string },
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const time = await planOtherTime(ctx, row, to)
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    await saveMoveProposal(tx, sender, row, by, time)
    return answer(tx)
  })
}

type Side = 'customer' | 'provider'

/**
 * Accepts, declines or withdraws a proposal. Opens a payment first if a difference is due. `answer` builds the response
 * in the same transaction.
 */
export async function answerMove<T extends object>(
  ctx: Context,
  row: AppointmentRow,
  moveId: string,
  side: Side,
  said: 'accept' | 'decline' | 'withdraw',
  answer: (tx: Context, payment: PaymentRow | null) => Promise<T>,
): Promise<T> {
  const sender = await getSender(ctx)
  let due: { now: AppointmentRow; move: MoveRow } | undefined
  const answered = await ctx.idempotent(async (tx) => {
    const found = await lockBooking(tx, row.id)
    const now = found?.row
    const move = await moveById(tx.db, moveId)
    if (!found || !now || !move || move.appointment_id !== row.id) throw new Refusal('not_found')
    if (now.state !== 'booked' || move.state !== 'proposed' || move.ends_waiting_at <= tx.now)
      throw new Refusal('state_changed')
    const paysAgreed = said === 'accept' && side === 'customer' && move.by !== 'provider' && move.agreed_at !== null
    if (!paysAgreed && (said === 'withdraw') !== (move.by === side)) throw new Refusal('state_changed')
    // The customer, not the artist, pays or declines a proposal that support has arranged.
    if (move.by === 'operator' && side === 'provider') throw new Refusal('state_changed')
    if (said !== 'accept') {
      await endMove(tx.db, move.id, said, tx.now)
      if (said === 'decline' && move.by !== 'operator') await notifyMove(tx, sender, now, move, move.by, 'declined')
      await publishMoved(tx, now)
      return answer(tx, null)
    }
    if (computeMoveDifference(now, move).dueMinor > 0) {
      await approveMove(tx.db, move.id, tx.now)
      if (side === 'provider') await notifyMove(tx, sender, now, move, 'customer', 'agreed')
      await publishMoved(tx, now)
      if (side !== 'customer') return answer(tx, null)
      due = { now, move }
      return null
    }
    await applyMove(tx, sender, now, move, found.payments)
    return answer(tx, null)
  })
  await sendPayments(ctx)
  if (answered || !due) return answered as T
  const { now, move } = due
  const { dueMinor, after } = computeMoveDifference(now, move)
  const payment = await openPayment(ctx, {
    kind: 'difference',
    ref: move.id,
    accountId: now.account_id,
    providerId: now.provider_id,
    countryCode: now.country_code,
    currency: now.currency,
    amountMinor: dueMinor,
    feeMinor: computeFeeInDue(dueMinor, now.fee_minor, after.feeMinor),
    description: truncate(`${now.event}, ${formatDate(move.event_date, now.country_code as Country)}`, 300),
    email: now.requester.email,
  })
  return ctx.idempotent((tx) => answer(tx, payment))
}

const other = (side: Side): Side => (side === 'customer' ? 'provider' : 'customer')

/**
 * Saves a proposal and notifies the other side, in the caller's transaction. A proposal by support replaces any other.
 * Both sides count as having agreed, so it sends no notification yet.
 */
export async function saveMoveProposal(
  tx: Context,
  sender: Sender,
  row: AppointmentRow,
  by: Side | 'operator',
  time: OtherTime,
  party: Pick<NewMove, 'people' | 'names' | 'share' | 'was' | 'guests'> = {},
): Promise<MoveRow> {
  const now = await lockAppointment(tx.db, row.id)
  if (now?.state !== 'booked' || now.sequence !== row.sequence) throw new Refusal('state_changed')
  if (now.starts_at <= tx.now || time.starts <= tx.now) throw new Refusal('too_late')
  for (const { id } of await listMoves(tx.db, [row.id])) {
    if (by !== 'operator') throw new Refusal('move_pending')
    await endMove(tx.db, id, 'end', tx.now)
  }
  await lockDiary(tx.db, row.provider_id)
  const job = toJob(row, time.starts, time.ends)
  await assertTimeFree(tx, row.provider_id, job, row.buffer_minutes, await getSpeedsInTransaction(tx.db), [row.id])
  await assertNotWithTwoAtOnce(tx.db, row, time.body.plan, party.was)
  const waits = Math.min(
    tx.now.getTime() + appointmentTimers.moveHours * 3_600_000,
    now.starts_at.getTime(),
    time.starts.getTime(),
  )
  const { id } = await insertMove(tx.db, {
    appointment_id: row.id,
    by,
    starts_at: time.starts,
    ends_at: time.ends,
    ready_at: time.ready,
    event_date: time.eventDate,
    body: time.body,
    total_minor: time.totalMinor,
    deposit_minor: time.depositMinor,
    fee_minor: time.feeMinor,
    ends_waiting_at: new Date(waits),
    created_at: tx.now,
    ...(by === 'operator' ? { agreed_at: tx.now } : {}),
    ...party,
  })
  const move = await moveById(tx.db, id)
  if (!move) throw new Error(`proposal ${id} was not saved`)
  if (by !== 'operator') await notifyMove(tx, sender, now, move, other(by), 'asked')
  await publishMoved(tx, row)
  return move
}

/** Applies a move once its difference is authorised. Returns `void` if its time was lost or its price has changed. */
async function confirmMove(ctx: Context, payment: PaymentRow): Promise<'capture' | 'void'> {
  const move = await moveById(ctx.db, payment.ref)
  const row = move && (await lockAppointment(ctx.db, move.appointment_id))
  if (!move || row?.state !== 'booked' || move.state !== 'proposed') return 'void'
  // The price or the payments have changed since the payment was opened.
  if (computeMoveDifference(row, move).dueMinor !== payment.amount_minor) return 'void'
  await lockDiary(ctx.db, row.provider_id)
  if (
    !(await isFree(
      ctx,
      row.provider_id,
      toJob(row, move.starts_at, move.ends_at),
      row.buffer_minutes,
      await getSpeedsInTransaction(ctx.db),
      [row.id],
    ))
  )
    return 'void'
  const clashes = await createTeammateCheck(ctx.db, row, { lock: true })
  if (clashes?.(move.body.plan, move.was)) return 'void'
  await applyMove(ctx, await getSenderInTransaction(ctx), row, move, await listPaymentsOfAppointment(ctx, row))
  return 'capture'
}

/** Handlers for the payment of a difference, if the new time or party costs more. */
export const differencePayable: PayableHandlers = { ...bookingPayable, authorised: confirmMove }

export async function endMoves(ctx: Context): Promise<void> {
  for (const move of await listExpiredMoves(ctx.db, ctx.now, 200)) {
    await ctx.transaction(async (tx) => {
      if (!(await endMove(tx.db, move.id, 'end', tx.now))) return
      const row = await findAppointmentById(tx.db, move.appointment_id)
      if (row) await publishMoved(tx, row)
    })
  }
}

type Calls = typeof bookings

export async function answerMoveAsCustomer(
  ctx: Context,
  { appointmentId, moveId, answer }: InputOf<Calls['answerMove']>,
): Promise<OutputOf<Calls['answerMove']>> {
  return answerMove(
    ctx,
    await getCustomerAppointment(ctx, appointmentId),
    moveId,
    'customer',
    answer,
    async (tx, payment) => ({
      ...(await presentBooking(tx, appointmentId)),
      payment: payment && presentPayment(tx, payment),
    }),
  )
}

export async function proposeMoveAsCustomer(
  ctx: Context,
  { appointmentId, ...to }: InputOf<Calls['proposeMove']>,
): Promise<OutputOf<Calls['proposeMove']>> {
  return proposeMove(ctx, await getCustomerAppointment(ctx, appointmentId), 'customer', to, (tx) =>
    presentBooking(tx, appointmentId),
  )
}

export type OtherTime = {
  eventDate: string
  body: FrozenTerms
  starts: Date
  ends: Date
  ready: Date | null
  totalMinor: Minor
  depositMinor: Minor
  feeMinor: Minor
}

/**
 * Plans and prices a booking at another time. The price is unchanged unless the early-start surcharge begins or ends;
 * then it is recomputed by the frozen terms. Must not run inside a transaction.
 */
export async function planOtherTime(
  ctx: Context,
  row: AppointmentRow,
  to: { eventDate: string; finishTime: string },
): Promise<OtherTime> {
  assertBookableDay(to.eventDate, row.tz, ctx.now)
  const day = getEventDay(to.eventDate, row.tz)
  if (day.skips(to.finishTime)) throw createFieldRefusal('time_skipped', 'finishTime')
  if (day.at(toEventMinute(to.finishTime)) <= ctx.now.getTime()) throw new Refusal('time_past')
  const search = await findSearch(ctx.database, row.search_id)
  const [known] = await listProviderNumbers(ctx.reads, [row.provider_id])
  if (!search || !known) throw new Refusal('state_changed')
  const asked = resolveSearch(
    {
      ...search,
      seats: search.seats && alignSeats(search.seats),
      people: row.people ?? search.people,
      event_date: to.eventDate,
      finish_time: to.finishTime,
      start_time: null,
      time_constraint: 'finish',
    },
    await getCatalog(ctx.database),
    ctx.now,
  )
  const now = await priceAnew(ctx, row, asked, known.no)
  // An artist who no longer offers these services cannot move the booking.
  if (typeof now === 'string') throw new Refusal('slot_taken')
  const early = (lines: FrozenTerms['lines']) => lines.some(({ kind }) => kind === 'early')
  const same = early(now.body.lines) === early(row.body.lines)
  return {
    eventDate: to.eventDate,
    body: same ? { ...row.body, plan: now.plan } : now.body,
    starts: new Date(now.plan.arriveAt),
    ends: new Date(now.plan.doneAt),
    ready: new Date(now.plan.readyBy ?? now.plan.doneAt),
    totalMinor: same ? row.total_minor : now.totalMinor,
    depositMinor: same ? row.deposit_minor : now.depositMinor,
    feeMinor: same ? row.fee_minor : now.feeMinor,
  }
}

type RecomputedPrice = { plan: Plan; body: FrozenTerms; totalMinor: Minor; depositMinor: Minor; feeMinor: Minor }

/**
 * Recomputes plan and price of an appointment for changed requirements, by its frozen terms. Returns null if the artist
 * does not offer the services or has no time for them that day. Must not run inside a transaction.
 */
export async function priceAnew(
  ctx: Context,
  row: AppointmentRow,
  asked: ResolvedSearch,
  no: number,
  addOns: readonly FrozenAddOn[] = row.body.terms?.addOns ?? [],
): Promise<RecomputedPrice | 'not_offered' | 'no_time'> {
  const [found] = await listQuotedProviders(ctx, asked, [no], row.mode)
  if (!found || found.entry.mode !== row.mode) return 'not_offered'
  const quoted = extendWithAddOns(asked, found, addOns, ctx.now)
  const day = planOfQuoted(asked, quoted, ctx.now, row.starts_at.getTime())
  const now = buildQuoteBody(ctx, asked, asBooked(quoted, row), day)
  if (!now.plan) return 'no_time'
  const { artists } = row.body.plan
  const plan = { ...now.plan, artists: artists.length === now.plan.artists.length ? artists : now.plan.artists }
  const priced: FrozenPriceInput = { lines: now.lines, terms: { minimumMinor: 0, serviceCosts: {}, ...now.terms } }
  const frozen = frozenPriceOf(row, priced)
  const lines = computeFrozenPriceLines(priced, {
    ...frozen,
    terms: { ...frozen.terms, packages: packagesThen(now, row) },
  })
  const terms = {
    ...frozen.terms,
    costsMinor: lines.map(({ costMinor }) => costMinor),
    serviceCosts: { ...priced.terms.serviceCosts, ...frozen.terms.serviceCosts },
    packages: packagesThen(now, row),
    addOns: [...addOns],
    titles: { ...now.terms.titles, ...row.body.terms?.titles },
  }
  const sums = sumLines(lines, terms)
  // A part of the deposit that is charged later is not due with the change.
  const { laterMinor } = getOpenAmounts(row)
  return {
    plan,
    body: { ...row.body, lines: lines.map(({ line }) => line), plan, terms },
    ...sums,
    depositMinor: Math.max(Math.min(sums.feeMinor, sums.depositMinor), sums.depositMinor - laterMinor),
  }
}

/** Returns the packages of the booking, and for services outside the booking the current packages. */
function packagesThen(now: Pick<QuoteBody, 'terms'>, { body: { terms } }: AppointmentRow): FrozenPackage[] {
  if (!terms) return now.terms.packages ?? []
  const priced = terms.serviceCosts ?? {}
  const since = (now.terms.packages ?? []).filter(({ services }) => services.some(([id]) => priced[id] === undefined))
  return [...(terms.packages ?? []), ...since]
}

function asBooked(quoted: QuotedProvider, { body: { terms } }: AppointmentRow): QuotedProvider {
  const booked = Object.keys(terms?.serviceCosts ?? {})
  const titles = new Map([...quoted.titles].filter(([id]) => !booked.includes(id)))
  for (const [id, title] of Object.entries(terms?.titles ?? {})) titles.set(id, title)
  return { ...quoted, titles }
}

function frozenPriceOf({ body: { lines, terms } }: AppointmentRow, now: FrozenPriceInput): FrozenPriceInput {
  if (!terms || terms.costsMinor.length !== lines.length) return now
  return {
    lines,
    terms: {
      ...terms,
      minimumMinor: terms.minimumMinor ?? now.terms.minimumMinor,
      serviceCosts: terms.serviceCosts ?? {},
    },
  }
}
