import { getBillDeadlines } from '#contract/checkout/lifecycle-bill.ts'
import type { Minor } from '#contract/money.ts'
import { getSenderInTransaction, getSender } from '#server/notifications/index.ts'
import { captureReserved, releaseReserved, type PayableHandlers, type PaymentRow } from '#server/payments/index.ts'
import { announceEvent } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { presentQuote, findQuoteById } from '#server/search/index.ts'
import { markActHeld } from './caller-holds.ts'
import { bookHold } from './confirm-booking.ts'
import { findHold, type HoldRow, lockHold } from './holds.queries.ts'
import {
  formatCash,
  cancelSharedBill,
  presentShares,
  computeReservedForBill,
  notifyBooker,
  notifyPayer,
} from './shared-bills.ts'
import {
  findBill,
  getBillCounts,
  listBillsToTell,
  listBillsWithoutHold,
  setHoldExpiry,
  lockBillsOf,
  markRestTold,
  moveBill,
  findShareById,
  listLeftoverShares,
  listSharesOfBill,
} from './shared-bills.queries.ts'
import { formatDate } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import {
  appointmentOfPayment,
  bookingPayable,
  formatRefundReason,
  getTaxTerms,
  isAnnouncedWithCancellation,
  refundLatePayment,
} from '#server/billing/index.ts'

type Decision = 'capture' | 'void' | 'wait'

/**
 * Handles an authorised share. The booker's share opens the bill, the last share books, and a surplus share is voided.
 */
async function confirmShare(ctx: Context, payment: PaymentRow): Promise<Decision> {
  const share = await findShareById(ctx.db, payment.ref)
  if (!share || payment.amount_minor !== share.due_minor) return 'void'
  const hold = await lockHold(ctx.db, share.hold_id)
  const bill = hold && (await findBill(ctx.db, hold.id))
  if (!hold?.split || hold.state !== 'held' || !bill) return 'void'
  if (bill.state === 'asked') return share.booker && (await openBill(ctx, hold, payment)) ? 'wait' : 'void'
  return bill.state === 'open' ? cover(ctx, hold, bill.due_minor, payment) : 'void'
}

/** Handles the booker's payment of the rest of a shared bill, or of all if no bill was opened. */
export async function confirmRest(ctx: Context, payment: PaymentRow): Promise<Decision> {
  const hold = await lockHold(ctx.db, payment.ref)
  const bill = hold && (await findBill(ctx.db, hold.id))
  if (!hold || !bill) return 'void'
  if (bill.state === 'asked') return (await bookHold(ctx, hold, payment.amount_minor)) ? 'capture' : 'void'
  if (bill.state !== 'open') return 'void'
  const decision = await cover(ctx, hold, bill.due_minor, payment)
  // The payment covers less than the open amount, so the payer must retry.
  return decision === 'wait' ? 'void' : decision
}

async function openBill(ctx: Context, hold: HoldRow, payment: PaymentRow): Promise<boolean> {
  const quote = await findQuoteById(ctx.db, hold.search_id, hold.quote_id)
  const plan = quote && presentQuote(quote).plan
  const times = plan && getBillDeadlines(ctx.now.getTime(), Date.parse(plan.arriveAt))
  if (!quote || !times || !hold.account_id) return false
  await lockBillsOf(ctx.db, hold.account_id)
  if ((await getBillCounts(ctx.db, hold.account_id, ctx.now)).open > 0) return false
  const until = new Date(times.restUntil)
  const bill = await moveBill(ctx.db, hold.id, 'open', {
    opened_at: ctx.now,
    shares_until: new Date(times.sharesUntil),
    rest_until: until,
  })
  if (!bill) return false
  await setHoldExpiry(ctx.db, hold.id, until, ctx.now)
  await markActHeld(ctx, hold, quote, until)
  await notifyBooker(ctx, await getSenderInTransaction(ctx), hold, bill, 'split.begun', payment.amount_minor)
  await announceEvent(ctx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
  return true
}

async function cover(ctx: Context, hold: HoldRow, dueMinor: Minor, payment: PaymentRow): Promise<Decision> {
  const refs = [...(await listSharesOfBill(ctx.db, hold.id)).map(({ id }) => id), hold.id]
  const { stands, openMinor } = await computeReservedForBill(ctx.db, dueMinor, refs, payment)
  await announceEvent(ctx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
  if (openMinor > 0) {
    await notifyPayer(ctx, payment, 'share.reserved')
    return 'wait'
  }
  // The bill is already covered, so the second authorisation is voided.
  if (!stands) return 'void'
  const appointment = await bookHold(ctx, hold, dueMinor)
  if (!appointment) {
    await cancelSharedBill(ctx, await getSenderInTransaction(ctx), hold)
    return 'void'
  }
  await moveBill(ctx.db, hold.id, 'cover', { appointment_id: appointment.id, ended_at: ctx.now })
  await captureReserved(
    ctx,
    refs.filter((ref) => ref !== payment.ref),
  )
  return 'capture'
}

/** Payment handlers of a bill share. Its payer never sees other payers' addresses or cards. */
export const sharePayable: PayableHandlers = {
  authorised: confirmShare,
  captured: async (ctx, payment) => {
    await notifyPayer(ctx, payment, 'share.paid')
    const row = await appointmentOfPayment(ctx, payment)
    if (row) await refundLatePayment(ctx, row, payment)
  },
  whole: bookingPayable.whole,
  evidence: bookingPayable.evidence,
  refundRefused: bookingPayable.refundRefused,
  voided: async (ctx, payment) => {
    const share = await findShareById(ctx.db, payment.ref)
    const hold = share && (await findHold(ctx.db, share.hold_id))
    if (hold) await announceEvent(ctx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
    if (payment.authorised_at) await notifyPayer(ctx, payment, 'share.letGo')
  },
  about: async (ctx, payment) => {
    const row = await appointmentOfPayment(ctx, payment)
    if (!row) return null
    const day = formatDate(row.event_date, row.country_code as Country, ctx.now.getUTCFullYear())
    // The receipt contains only the payer's own share.
    return { refs: [payment.ref], line: `Your share, ${row.event}, ${day}`, openMinor: 0, ...getTaxTerms(row) }
  },
  refunded: async (ctx, given, payment) => {
    const kind = given.state === 'done' ? 'share.refunded' : given.state === 'failed' ? 'refund.failed' : null
    if (!kind) return
    const row = await appointmentOfPayment(ctx, payment)
    // The email about the cancellation has already told the person who booked.
    const isTold = isAnnouncedWithCancellation(given) && (await findShareById(ctx.db, payment.ref))?.booker === true
    if (kind === 'share.refunded' && isTold) return
    await notifyPayer(ctx, payment, kind, {
      fact: given.id,
      refund: formatCash(given.amount_minor, payment.currency),
      reason: row ? formatRefundReason(given, row, 'payer') : null,
    })
  },
}

const AT_ONCE = 200

/**
 * After the payers' deadline, notifies bookers of the amount left, and voids leftover authorisations of ended bills. If
 * the booker does not pay, the hold expires.
 */
export async function processSharedBills(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  for (const bill of await listBillsToTell(ctx.db, ctx.now, AT_ONCE)) {
    await ctx.transaction(async (tx) => {
      const hold = await findHold(tx.db, bill.hold_id)
      if (hold?.state !== 'held' || !(await markRestTold(tx.db, bill.hold_id, tx.now))) return
      const shares = await listSharesOfBill(tx.db, bill.hold_id)
      const { openMinor, payments } = await computeReservedForBill(
        tx.db,
        bill.due_minor,
        shares.map(({ id }) => id),
      )
      const missing = presentShares(bill, shares, payments).filter(({ state }) => state === 'open')
      const names = missing.map(({ name, person }) => name || `Person ${person}`).join(', ')
      await notifyBooker(tx, sender, hold, bill, 'split.rest', openMinor, { names })
    })
  }
  for (const id of await listBillsWithoutHold(ctx.db, AT_ONCE))
    await ctx.transaction(async (tx) => {
      const hold = await lockHold(tx.db, id)
      if (hold && hold.state !== 'held') await cancelSharedBill(tx, sender, hold)
    })
  for (const { ref, keep } of await listLeftoverShares(ctx.db, AT_ONCE))
    await ctx.transaction((tx) => (keep ? captureReserved(tx, [ref]) : releaseReserved(tx, [ref])))
}
