import type { ActBears, ActPreview } from '#contract/operator/booking-acts.ts'
import { type Sender, getSender } from '#server/notifications/index.ts'
import {
  needsSecondOperator,
  type NewCredit,
  type PaymentRow,
  refundPayment,
  sendPayments,
} from '#server/payments/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { runAndRollBack } from '#server/platform/undone.ts'
import {
  findAppointmentById,
  type AppointmentRow,
  type FrozenTerms,
  lockBooking,
  formatMoment,
  type MoveRow,
  type NewMove,
  findParties,
  listPaymentsOfAppointment,
  publishAppointment,
  isUrgent,
  notifySide,
  getRefundTerms,
  getReportDeadline,
  moveAppointment,
  noticeLines,
  updateAppointment,
} from '#server/appointments/index.ts'
import { createActPreview } from './operator-change-views.ts'
import { getGoodwillFact, insertBookingAct, type TeamActKind } from './operator-changes.queries.ts'
import { toMajor, toMinor, type Minor, formatMoneyMinor } from '#contract/money.ts'
import { isRecentlyProven } from '#server/platform/http/guard.ts'
import {
  computeMoveDifference,
  getDaySums,
  isOfBalance,
  refundReasons,
  refundShare,
  releaseAll,
  sumUnrefunded,
  undoCash,
  waitLineOf,
  splitOf,
  getWholePrice,
} from '#server/billing/index.ts'
import { type CostedLine, attachCosts, sumCosts } from '#contract/price-lines.ts'
import type { PartyPerson } from '#contract/bookings/party-changes.ts'
import { shareAt } from '#contract/payments/refund.ts'
import { applyMove, notifyMove } from './apply-move.ts'
import { planOtherTime, saveMoveProposal, type OtherTime } from './moves.ts'
import { planOtherParty } from './party-changes.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { getBookableQuote, findSearch, findQuoteById, resolveSearch } from '#server/search/index.ts'
import { assertNotOwnProfile } from '#server/providers/index.ts'
import { appointmentLifecycle, appointmentTimers } from '#contract/appointments/lifecycle-appointment.ts'
import { canTransition } from '#contract/lifecycle.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { type Country, stripEnd } from '#contract/words.ts'
import { cancelByTerms, endAppointment } from './cancellation.ts'
import { refundAmount } from './disputes.ts'
import { scheduleBookingJob, announceBookings, findSearchForBooking } from '#server/checkout/index.ts'
import { bookInstead, getCarriedPromo, transferPromo, getRescueSearch } from './rescue.ts'

type ActSubject = {
  row: AppointmentRow
  payments: readonly PaymentRow[]
  sender: Sender
  actId: string
  reason: string
  rehearsed: boolean
}
type Done = {
  row: AppointmentRow
  said: Record<string, string>
  second: boolean
  waits?: MoveRow
  follows?: (tx: Context) => Promise<void>
}
export type TeamAct = {
  kind: TeamActKind
  newProviderId?: string
  run: (tx: Context, found: ActSubject) => Promise<Done>
}

type Asked = { appointmentId: string; reason: string }

/** Previews an operator's change: runs it and rolls it back. Returns its exact effects, including amounts and mails. */
export async function previewTeamAct(ctx: Context, asked: Asked, act: TeamAct): Promise<ActPreview> {
  const sender = await getSender(ctx)
  return ctx.transaction((tx) =>
    runAndRollBack(tx, async (quiet) => (await perform(quiet, sender, { ...asked, act, rehearsed: true })).preview),
  )
}

/**
 * Runs an operator's change if its effects still equal the preview. `answer` builds the response in the same
 * transaction.
 */
export async function executeTeamAct<T extends object>(
  ctx: Context,
  { hash, ...asked }: Asked & { hash: string },
  act: TeamAct,
  answer: (tx: Context, row: AppointmentRow, preview: ActPreview) => Promise<T>,
): Promise<T> {
  const sender = await getSender(ctx)
  const answered = await ctx.idempotent(async (tx) => {
    const { row, preview } = await perform(tx, sender, { ...asked, act, rehearsed: false })
    if (preview.hash !== hash) throw new Refusal('preview_changed', { detail: { preview } })
    return answer(tx, row, preview)
  })
  await sendPayments(ctx)
  return answered
}

async function perform(
  tx: Context,
  sender: Sender,
  { appointmentId, reason, act, rehearsed }: Asked & { act: TeamAct; rehearsed: boolean },
): Promise<{ row: AppointmentRow; preview: ActPreview }> {
  const found = await lockBooking(tx, appointmentId)
  if (!found) throw new Refusal('not_found')
  const seen = await createActPreview(tx, found, act.newProviderId ?? null)
  const actId = crypto.randomUUID()
  const { said, ...done } = await act.run(tx, { ...found, sender, actId, reason, rehearsed })
  const acted = { kind: act.kind, said, reason, acted_by: tx.viewer.accountId, at: tx.now }
  await insertBookingAct(tx.db, { id: actId, appointment_id: found.row.id, ...acted })
  await recordAudit(tx, {
    act: `booking.${act.kind}`,
    subject: { kind: 'appointment', id: found.row.id, name: String(found.row.number) },
    after: said,
    reason,
  })
  await publishAppointment(tx, done.row, 'appointment.changed')
  const preview = await seen({ ...done, payments: await listPaymentsOfAppointment(tx, done.row) })
  return { row: done.row, preview }
}

/**
 * Refunds part of the payments at the platform's cost, to the card or as credit. Starts with the newest payment and
 * leaves the artist's share unchanged. Above the limit, a second operator must approve.
 */
export const createGoodwillAct = (amount: number, credit: NewCredit | null): TeamAct => ({
  kind: 'goodwill',
  run: async (tx, { row, payments, actId, reason, rehearsed }) => {
    const amountMinor = toMinor(amount)
    const taken = payments.filter(({ state }) => state === 'captured').flatMap((one) => splitOf(one) ?? [])
    if (taken.length === 0) throw new Refusal('state_changed')
    if (amountMinor > taken.reduce((sum, one) => sum + one.amountMinor, 0))
      throw createFieldRefusal('refund_too_much', 'amount')
    const gone = payments.reduce((sum, { refunded_minor }) => sum + refunded_minor, 0)
    const second = await needsSecond(tx, taken, { currency: row.currency, gone, amountMinor })
    if (second && !rehearsed && !isRecentlyProven(tx.viewer, tx.now)) throw new Refusal('step_up_needed')
    if (credit) await saveCreditFor(tx, credit, row, { amountMinor, reason })
    let left = amountMinor
    for (const { id, amountMinor: had } of taken.toReversed()) {
      const part = Math.min(left, had)
      if (part === 0) continue
      const wanted = {
        paymentId: id,
        amountMinor: part,
        feeBackMinor: part,
        borneBy: 'platform' as const,
        reason,
        ...(credit ? { voucherId: credit.id } : {}),
        fact: `${getGoodwillFact(actId)}${id}`,
      }
      await refundPayment(tx, { ...wanted, standalone: true, second })
      left -= part
    }
    const said = {
      amount: formatMoneyMinor(amountMinor, row.currency, { decimals: 'always' }),
      as: credit ? 'credit' : 'card',
    }
    return { row, second, said }
  },
})

/** Returns whether the sum, or one of the refunded payments, needs a second operator. */
async function needsSecond(
  tx: Context,
  taken: readonly { id: string }[],
  { currency, gone, amountMinor }: { currency: string; gone: Minor; amountMinor: Minor },
): Promise<boolean> {
  for (const { id } of taken)
    if (await needsSecondOperator(tx, { id, currency, refunded_minor: gone }, amountMinor)) return true
  return false
}

// A deleted account cannot spend credit.
async function saveCreditFor(
  tx: Context,
  credit: NewCredit,
  row: AppointmentRow,
  { amountMinor, reason }: { amountMinor: Minor; reason: string },
): Promise<void> {
  if (!row.account_id) throw new Refusal('state_changed')
  await credit.keep(tx, {
    accountId: row.account_id,
    name: row.requester.name,
    email: row.requester.email,
    countryCode: row.country_code,
    currency: row.currency,
    amountMinor,
    reason,
  })
}

/** Cancels for a customer who asked our team: they get back what the policy says. */
export const cancelForCustomer: TeamAct = {
  kind: 'cancelled',
  run: async (tx, { row, sender, reason }) => {
    const refundReason = refundReasons.customer
    const cancelled = await cancelByTerms(tx, sender, row.id, { reason, refundReason, isUnpaid: false })
    return { row: cancelled, said: {}, second: false }
  },
}

/** Marks one side as not having come: a full refund if it was the artist, none if it was the customer. */
export const markNoShow = (who: 'customer' | 'provider'): TeamAct => ({
  kind: 'no_show',
  run: async (tx, { row, payments, sender, reason, actId }) => {
    if (!canTransition(appointmentLifecycle, row.state, 'judge_no_show', 'operator') || row.state === 'disputed')
      throw new Refusal('state_changed')
    const at = tx.now.getTime()
    if (at < row.starts_at.getTime() + appointmentTimers.noShowMinutes * 60_000) throw new Refusal('too_early')
    if (at > getReportDeadline(row)) throw new Refusal('too_late')
    const wanted = who === 'provider' ? sumUnrefunded(payments) : 0
    await refundAmount(tx, row, payments, wanted, { worked: false, because: { reason, fact: `no-show:${actId}` } })
    await releaseAll(tx, row, payments)
    const now = await moveAppointment(tx.db, row, 'judge_no_show', 'operator', {
      ended_at: tx.now,
      changed_at: tx.now,
      end_reason: reason,
      no_show_of: who,
    })
    const refund = formatMoneyMinor(wanted, row.currency, { decimals: 'always' })
    const t = createTranslator(noticeLines, row.country_code as Country)
    const waits = (await waitLineOf(tx, now, payments, `no-show:${actId}`)) !== null
    for (const side of ['customer', 'provider'] as const)
      await notifySide(tx, sender, now, side, `noshow.marked.${side}`, {
        values: {
          whoLine: t(`noShowLine.${who === side ? 'you' : who}`),
          outcome: t(
            who === 'provider' ? `outcome.refund${waits ? '.waits' : ''}.${side}` : `noShowLine.kept.${side}`,
            {
              refund,
            },
          ),
          reason: stripEnd(reason, /[.!]/),
        },
      })
    return { row: now, said: { who }, second: false }
  },
})

/** Reverses a balance that was recorded as paid in cash by mistake. */
export const undoCashRecord: TeamAct = {
  kind: 'cash_undone',
  run: async (tx, { row, sender }) => {
    const { row: now, amountMinor } = await undoCash(tx, sender, row)
    const amount = formatMoneyMinor(amountMinor, row.currency, { decimals: 'always' })
    return { row: now, said: { amount }, second: false }
  },
}

type Priced = { body: FrozenTerms; totalMinor: Minor; depositMinor: Minor; feeMinor: Minor }
type Booked = Pick<AppointmentRow, 'total_minor' | 'deposit_minor' | 'fee_minor'>

const LABEL = 'Adjusted to the booked price'

/**
 * Adjusts a new price to the booked total by an additional line. Either the artist bears the difference and the fee
 * stays the same, or the artist earns the new price and the platform gets the rest. Throws if an amount becomes
 * negative or exceeds the amount due at booking.
 */
export function adjustToBookedPrice<P extends Priced>(row: Booked, price: P, bears: 'artist' | 'house'): P {
  const offMinor = row.total_minor - price.totalMinor
  if (offMinor === 0 || !price.body.terms) return price
  // The line of an earlier adjustment is dropped, because it applied to the earlier change only.
  const lines = attachCosts(price.body.lines, price.body.terms)
  const artistMinor = bears === 'artist' ? row.total_minor - row.fee_minor : sumCosts(lines)
  const feeMinor = row.total_minor - artistMinor
  if (feeMinor < 0 || feeMinor > row.deposit_minor) throw new Refusal('price_adjustment_too_large')
  const amount = toMajor(offMinor)
  const line: CostedLine = {
    line: {
      kind: 'adjusted',
      label: LABEL,
      count: 1,
      unit: amount,
      amount,
      parts: [],
      people: null,
      minutes: null,
    },
    costMinor: artistMinor - sumCosts(lines),
  }
  const kept = [...lines, line]
  return {
    ...price,
    totalMinor: row.total_minor,
    depositMinor: row.deposit_minor,
    feeMinor,
    body: {
      ...price.body,
      lines: kept.map((one) => one.line),
      terms: { ...price.body.terms, costsMinor: kept.map((one) => one.costMinor) },
    },
  }
}

/** Moves a booking for an operator to a time that both sides have agreed to. Must not run inside a transaction. */
export async function moveFor(
  ctx: Context,
  row: AppointmentRow,
  { bears, ...to }: { eventDate: string; finishTime: string; bears: ActBears },
): Promise<TeamAct> {
  assertNotBegun(row, ctx.now)
  return applied(row, 'moved', priced(row, await planOtherTime(ctx, row, to), bears))
}

/** Changes people or services for an operator, as both sides have agreed. Must not run inside a transaction. */
export async function changeFor(
  ctx: Context,
  row: AppointmentRow,
  { bears, people, back }: { people: readonly PartyPerson[]; bears: ActBears; back: 'whole' | 'policy' },
): Promise<TeamAct> {
  assertNotBegun(row, ctx.now)
  const { time, party } = await planOtherParty(ctx, row, people)
  const share = back === 'whole' ? 100 : (shareAt(getRefundTerms(row), ctx.now.getTime()) as 0 | 50 | 100)
  return applied(row, 'changed', priced(row, time, bears), { ...party, share })
}

export function assertNotBegun(row: AppointmentRow, now: Date): void {
  if (row.state !== 'booked') throw new Refusal('state_changed')
  if (row.starts_at <= now) throw new Refusal('too_late')
}

const priced = (row: AppointmentRow, time: OtherTime, bears: ActBears): OtherTime =>
  bears === 'customer' ? time : adjustToBookedPrice(row, time, bears)

// Applies a proposal as if it were accepted: immediately if nothing is due, else after the payment.
const applied = (
  known: AppointmentRow,
  kind: 'moved' | 'changed',
  time: OtherTime,
  party: Pick<NewMove, 'people' | 'names' | 'share' | 'was' | 'guests'> = {},
): TeamAct => ({
  kind,
  run: async (tx, { row, payments, sender, reason }) => {
    const move = await saveMoveProposal(tx, sender, known, 'operator', time, party)
    const said = {
      moveId: move.id,
      from: formatMoment(row.ready_at ?? row.starts_at, row, tx.now),
      to: formatMoment(move.ready_at ?? move.starts_at, row, tx.now),
    }
    if (computeMoveDifference(row, move).dueMinor > 0) {
      await notifyMove(tx, sender, row, move, 'customer', 'agreed')
      return { row, said, second: false, waits: move }
    }
    await applyMove(tx, sender, row, move, payments, { reason })
    return { row: (await findAppointmentById(tx.db, row.id)) ?? row, said, second: false }
  },
})

/**
 * Replaces the artist for an operator, as all three people have agreed. The new artist is free for the same party and
 * time, and takes over the deposit. Must not run inside a transaction.
 */
export async function swapFor(
  ctx: Context,
  row: AppointmentRow,
  { profileId, bears }: { profileId: string; bears: ActBears },
): Promise<TeamAct> {
  assertNotBegun(row, ctx.now)
  const searchId = await getRescueSearch(ctx, row)
  const search = await findSearch(ctx.database, searchId)
  if (!search) throw new Refusal('state_changed')
  const asked = resolveSearch(search, await getCatalog(ctx.database), ctx.now)
  const { locked, why, providerId } = await getBookableQuote(ctx, asked, profileId, row.mode)
  if (!locked?.plan || why || providerId === row.provider_id) throw new Refusal('slot_taken')
  await assertNotOwnProfile(ctx, providerId, row.requester.email)
  return {
    kind: 'swapped',
    newProviderId: providerId,
    run: async (tx, found) => {
      if (found.row.state !== 'booked' || found.row.sequence !== row.sequence) throw new Refusal('state_changed')
      const made = await swapped(tx, found, { searchId, quoteId: locked.id, bears })
      const { sender, reason } = found
      const said = { from: row.provider_id, to: made.provider_id }
      const act = { kind: 'swapped' as const, said, reason, acted_by: tx.viewer.accountId, at: tx.now }
      await insertBookingAct(tx.db, { ...act, id: crypto.randomUUID(), appointment_id: made.id })
      await notifySwapped(tx, found, made)
      await scheduleBookingJob(tx, made.id)
      return { row: made, said, second: false, follows: (quiet) => announceBookings(quiet, sender, [made]) }
    },
  }
}

type To = { searchId: string; quoteId: string; bears: ActBears }

async function swapped(tx: Context, { row, payments, reason }: ActSubject, to: To): Promise<AppointmentRow> {
  const plain = await findQuoteById(tx.db, to.searchId, to.quoteId)
  const search = await findSearchForBooking(tx.db, to.searchId)
  if (!plain || !search) throw new Refusal('state_changed')
  await endAppointment(tx, row, 'operator', reason)
  // As in a cancellation by the artist, a balance that was paid is refunded, and is then due to the replacement.
  await refundShare(tx, payments.filter(isOfBalance), 100, getWholePrice(row), {
    reason: 'Another artist has taken over.',
    fact: `swap:${row.id}`,
  })
  const promo = getCarriedPromo(row)
  const quote = promo ? await transferPromo(tx, plain, { promo, from: row.id }) : plain
  if (!quote) throw new Refusal('state_changed')
  const { bears } = to
  const made = await bookInstead(tx, {
    row,
    payments,
    search,
    quote,
    ...(bears === 'customer' ? {} : { price: (frozen) => keepBookedPrice(getDaySums(row), frozen, bears) }),
  })
  await updateAppointment(tx.db, row.id, {
    rescue_until: tx.now,
    rescue_ended: 'rebooked',
    rescue_search_id: to.searchId,
    changed_at: tx.now,
  })
  return made
}

type FrozenPrice = Pick<AppointmentRow, 'body' | 'total_minor' | 'deposit_minor' | 'fee_minor'>
function keepBookedPrice<F extends FrozenPrice>(
  row: Parameters<typeof adjustToBookedPrice>[0],
  frozen: F,
  bears: 'artist' | 'house',
): F {
  const { total_minor: totalMinor, deposit_minor: depositMinor, fee_minor: feeMinor, body } = frozen
  const kept = adjustToBookedPrice(row, { body, totalMinor, depositMinor, feeMinor }, bears)
  return {
    ...frozen,
    body: kept.body,
    total_minor: kept.totalMinor,
    deposit_minor: kept.depositMinor,
    fee_minor: kept.feeMinor,
  }
}

async function notifySwapped(tx: Context, { row, sender, reason }: ActSubject, made: AppointmentRow): Promise<void> {
  const parties = await findParties(tx.db, made)
  const values = { reason: reason.replace(/\.$/, ''), newName: parties?.provider ?? '' }
  const urgent = isUrgent(tx.now, row.starts_at)
  for (const side of ['customer', 'provider'] as const)
    await notifySide(tx, sender, row, side, `swapped.${side}`, {
      values,
      urgent,
      fact: `swapped ${side} ${row.id}`,
      ...(side === 'customer' ? { path: `/customer-dashboard/bookings/${made.id}` } : {}),
    })
}
