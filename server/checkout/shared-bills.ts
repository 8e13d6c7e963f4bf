import { billLimits, getBillDeadlines } from '#contract/checkout/lifecycle-bill.ts'
import { divideIntoShares, type PersonShare } from '#contract/checkout/shares.ts'
import { toMajor, toMinor, type Minor, formatMoneyMinor } from '#contract/money.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { computeHoldCover, listUnrefundedPayments } from '#server/billing/index.ts'
import {
  findBill,
  findBillOfAppointment,
  type BillRow,
  getBillCounts,
  lockBillsOf,
  moveBill,
  saveBill,
  findShareById,
  type ShareRow,
  listSharesOfBill,
  unshareHold,
} from './shared-bills.queries.ts'
import { notify, type Sender, getSenderInTransaction } from '#server/notifications/index.ts'
import { releaseReserved, type PaymentRow, listPaymentsOf, hidePendingRefunds } from '#server/payments/index.ts'
import { findHold, type HoldRow, findSearchForBooking } from './holds.queries.ts'
import { type ReservedAmount, computeReserved } from '#contract/payments/cover.ts'
import type { Db } from '#db/database.ts'
import type { BilledShare, ShareState } from '#contract/appointments/appointment.ts'
import type { AppointmentParts } from '#server/appointments/index.ts'
import { formatClock, formatDate, zonedDay, zonedTime } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import type { Values } from '#contract/i18n/messages.ts'
import type { Requester } from '#contract/search/search.ts'
import { createLinkKey } from '#server/platform/http/act-key.ts'
import { findQuoteById } from '#server/search/index.ts'

/** Throws if a voucher is used, if there is no other person, or if the event is too soon to wait for them. */
export function computeBillShares(
  ctx: Context,
  locked: LockedQuote,
  { inFull, creditMinor }: { inFull: boolean; creditMinor: Minor },
  booker: number,
): PersonShare[] {
  const { lines, plan } = locked
  // A voucher is reserved for 15 minutes, a bill for a day.
  if (creditMinor > 0) throw new Refusal('split_voucher')
  const { dueMinor } = computeHoldCover({ credit_minor: 0, in_full: inFull }, locked)
  const shares = divideIntoShares(lines, { dueMinor, feeMinor: Math.min(toMinor(locked.fee), dueMinor) })
  if (!shares || !plan || booker > shares.length) throw new Refusal('split_needs_others')
  if (!getBillDeadlines(ctx.now.getTime(), Date.parse(plan.arriveAt))) throw new Refusal('split_too_late')
  return shares
}

type Shared = {
  holdId: string
  accountId: string
  shares: readonly PersonShare[]
  booker: number
  names: readonly string[]
}

/**
 * Saves the shares of a hold and returns the booker's own, in the caller's transaction with the hold locked. Throws if
 * the person has another open bill or has abandoned too many.
 */
export async function shareBill(tx: Context, { holdId, accountId, shares, booker, names }: Shared): Promise<ShareRow> {
  await lockBillsOf(tx.db, accountId)
  const { open, letGo } = await getBillCounts(
    tx.db,
    accountId,
    new Date(tx.now.getTime() - billLimits.inDays * 86_400_000),
  )
  if (open > 0) throw new Refusal('split_already_open')
  if (letGo >= billLimits.letGo) throw new Refusal('split_limit_reached')
  const kept = await saveBill(tx.db, {
    holdId,
    shares,
    booker,
    names,
    dueMinor: shares.reduce((sum, { dueMinor }) => sum + dueMinor, 0),
    now: tx.now,
  })
  const own = kept.find((share) => share.booker)
  if (!own) throw new Refusal('split_needs_others')
  return own
}

export async function assertNotShared(tx: Context, holdId: string): Promise<void> {
  if ((await findBill(tx.db, holdId))?.state === 'open') throw new Refusal('split_already_open')
}

/** Removes an unopened shared bill, so that the hold can be paid in another way. Throws if it is open. */
export async function unshareBill(tx: Context, holdId: string): Promise<void> {
  await assertNotShared(tx, holdId)
  await unshareHold(tx.db, holdId)
}

/**
 * Cancels a shared bill and its authorised payments, in the caller's transaction. Payers are notified once their
 * authorisation is voided. Returns whether the bill was open.
 */
export async function cancelSharedBill(ctx: Context, sender: Sender, hold: HoldRow): Promise<boolean> {
  const before = await findBill(ctx.db, hold.id)
  const bill = await moveBill(ctx.db, hold.id, 'let_go', { ended_at: ctx.now })
  if (!bill) return false
  await releaseReserved(ctx, [...(await listSharesOfBill(ctx.db, hold.id)).map(({ id }) => id), hold.id])
  if (before?.state !== 'open') return false
  await notifyBooker(ctx, sender, hold, bill, 'split.letGo', bill.due_minor)
  return true
}

/** Returns how much of a shared bill these payments cover. `now` is the newest state of one payment. */
export async function computeReservedForBill(
  db: Db,
  dueMinor: Minor,
  refs: readonly string[],
  now?: PaymentRow,
): Promise<ReservedAmount & { payments: PaymentRow[] }> {
  const payments = (await listPaymentsOf(db, refs)).map((payment) => (payment.id === now?.id ? now : payment))
  const paid = listUnrefundedPayments(payments).map(({ amountMinor }) => amountMinor)
  return { ...computeReserved(dueMinor, paid), payments }
}

export function getShareState(
  bill: Pick<BillRow, 'state'>,
  payments: readonly PaymentRow[],
): { state: ShareState; refunded: number } {
  const taken = payments.find(({ state }) => state === 'captured' || state === 'capturing')
  if (taken) return { state: taken.refunded_minor > 0 ? 'returned' : 'paid', refunded: toMajor(taken.refunded_minor) }
  if (payments.some(({ state, let_go }) => state === 'authorised' && !let_go)) return { state: 'reserved', refunded: 0 }
  const wasReserved = payments.some(({ authorised_at }) => authorised_at !== null)
  if (bill.state === 'let_go' && wasReserved) return { state: 'returned', refunded: 0 }
  return { state: bill.state === 'covered' ? 'covered' : 'open', refunded: 0 }
}

export const presentShares = (
  bill: BillRow,
  shares: readonly ShareRow[],
  payments: readonly PaymentRow[],
): BilledShare[] =>
  shares.map((share) => ({
    person: share.person,
    name: share.name,
    amount: toMajor(share.due_minor),
    mine: share.booker,
    ...getShareState(
      bill,
      payments.filter(({ ref }) => ref === share.id),
    ),
  }))

export const presentSplit: AppointmentParts['checkout'] = async (ctx, { row, side, payments }) => {
  if (side === 'provider' || !payments.some(({ kind }) => kind === 'share')) return { split: null }
  const bill = await findBillOfAppointment(ctx.db, row.id)
  if (!bill) return { split: null }
  const sent = await hidePendingRefunds(ctx.db, payments)
  return { split: presentShares(bill, await listSharesOfBill(ctx.db, bill.hold_id), sent) }
}

export const formatCash = (amountMinor: Minor, currency: string): string =>
  formatMoneyMinor(amountMinor, currency, { decimals: 'always' })

async function factsOf(ctx: Context, hold: HoldRow) {
  const search = await findSearchForBooking(ctx.db, hold.search_id)
  const quote = await findQuoteById(ctx.db, hold.search_id, hold.quote_id)
  if (!search || !quote) return null
  const country = search.country_code as Country
  const moment = (at: Date | null): string => {
    const iso = (at ?? ctx.now).toISOString()
    return `${formatDate(zonedDay(iso, search.tz), country, ctx.now.getUTCFullYear())}, ${formatClock(zonedTime(iso, search.tz))}`
  }
  return {
    country,
    moment,
    quote,
    values: {
      name: quote.name,
      event: (hold.requester as Requester | null)?.event ?? '',
      date: formatDate(search.event_date, country, ctx.now.getUTCFullYear()),
      policy: quote.policy,
    },
  }
}

export async function notifyBooker(
  ctx: Context,
  sender: Sender,
  hold: HoldRow,
  bill: BillRow,
  kind: 'split.begun' | 'split.rest' | 'split.letGo',
  amountMinor: Minor,
  more: Values = {},
): Promise<void> {
  const who = hold.requester as Requester | null
  const facts = await factsOf(ctx, hold)
  if (!facts || !who) return
  const { quote, country, moment, values } = facts
  await notify(ctx, sender, {
    kind,
    fact: `${kind} ${hold.id}`,
    to: { email: who.email, name: who.name, accountId: hold.account_id, country },
    path:
      kind === 'split.letGo' ? `/book/${hold.search_id}/@/${quote.slug}?type=${quote.mode}` : `/book/split/${hold.id}`,
    values: {
      ...values,
      amount: formatCash(amountMinor, quote.currency),
      total: formatCash(bill.due_minor, quote.currency),
      dateTime: moment(bill.rest_until),
      ...more,
    },
  })
}

type ShareKind = 'share.reserved' | 'share.paid' | 'share.letGo' | 'share.refunded' | 'refund.failed'

/** Notifies the payer at the address they gave, once per fact. Runs in the caller's transaction. */
export async function notifyPayer(
  ctx: Context,
  payment: PaymentRow,
  kind: ShareKind,
  { fact = payment.id, ...more }: Values & { fact?: string } = {},
): Promise<void> {
  const share = await findShareById(ctx.db, payment.ref)
  const hold = await findHold(ctx.db, share?.hold_id ?? payment.ref)
  const facts = hold && (await factsOf(ctx, hold))
  const bill = hold && (await findBill(ctx.db, hold.id))
  if (!facts || !bill) return
  await notify(ctx, await getSenderInTransaction(ctx), {
    kind,
    fact: `${kind} ${fact}`,
    to: { email: payment.email, name: share?.name || null, accountId: payment.account_id, country: facts.country },
    path:
      share && !share.booker
        ? `/split/${await createLinkKey(ctx.database, ctx.env, 'share', share.id)}`
        : bill.appointment_id
          ? `/customer-dashboard/bookings/${bill.appointment_id}`
          : `/book/split/${hold.id}`,
    values: {
      ...facts.values,
      amount: formatCash(payment.amount_minor, payment.currency),
      number: String(payment.number),
      dateTime: facts.moment(kind === 'share.paid' ? ctx.now : bill.rest_until),
      ...more,
    },
  })
}
