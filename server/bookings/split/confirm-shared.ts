import { billTimes } from '#contract/bookings/lifecycle-bill.ts'
import type { Minor } from '#contract/money.ts'
import { senderIn } from '#server/notifications/index.ts'
import { keepReserved, type PaymentRow } from '#server/payments/index.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { presentQuote, quoteById } from '#server/search/index.ts'
import { showHeld } from '#server/bookings/holds/act-of-hold.ts'
import { bookHold } from '#server/bookings/holds/confirm-booking.ts'
import { type HoldRow, lockHold } from '#server/bookings/holds/hold-queries.ts'
import { reservedFor } from './reserved-for.ts'
import { letGoBill } from './let-go-bill.ts'
import { billOf, billsOf, keepHoldUntil, lockBillsOf, moveBill, shareById, sharesOfBill } from './split-queries.ts'
import { tellBooker, tellPayer } from './tell-split.ts'

type Decision = 'capture' | 'void' | 'wait'

/** The bank's word on a share: the booker's own opens the bill, the last one books, what is too much is let go. */
export async function confirmShare(ctx: Context, payment: PaymentRow): Promise<Decision> {
  const share = await shareById(ctx.db, payment.ref)
  if (!share || payment.amount_minor !== share.due_minor) return 'void'
  const hold = await lockHold(ctx.db, share.hold_id)
  const bill = hold && (await billOf(ctx.db, hold.id))
  if (!hold?.split || hold.state !== 'held' || !bill) return 'void'
  if (bill.state === 'asked') return share.booker && (await openBill(ctx, hold, payment)) ? 'wait' : 'void'
  return bill.state === 'open' ? cover(ctx, hold, bill.due_minor, payment) : 'void'
}

/** The same of what the booker pays by themself for a kept time whose bill is shared: the rest, or all of it in one go where no bill was opened. */
export async function confirmRest(ctx: Context, payment: PaymentRow): Promise<Decision> {
  const hold = await lockHold(ctx.db, payment.ref)
  const bill = hold && (await billOf(ctx.db, hold.id))
  if (!hold || !bill) return 'void'
  if (bill.state === 'asked') return (await bookHold(ctx, hold, payment.amount_minor)) ? 'capture' : 'void'
  if (bill.state !== 'open') return 'void'
  const decision = await cover(ctx, hold, bill.due_minor, payment)
  // Less than what is open is no rest: its payer is asked for it anew.
  return decision === 'wait' ? 'void' : decision
}

async function openBill(ctx: Context, hold: HoldRow, payment: PaymentRow): Promise<boolean> {
  const quote = await quoteById(ctx.db, hold.search_id, hold.quote_id)
  const plan = quote && presentQuote(quote).plan
  const times = plan && billTimes(ctx.now.getTime(), Date.parse(plan.arriveAt))
  if (!quote || !times || !hold.account_id) return false
  await lockBillsOf(ctx.db, hold.account_id)
  if ((await billsOf(ctx.db, hold.account_id, ctx.now)).open > 0) return false
  const until = new Date(times.restUntil)
  const bill = await moveBill(ctx.db, hold.id, 'open', {
    opened_at: ctx.now,
    shares_until: new Date(times.sharesUntil),
    rest_until: until,
  })
  if (!bill) return false
  await keepHoldUntil(ctx.db, hold.id, until, ctx.now)
  await showHeld(ctx, hold, quote, until)
  await tellBooker(ctx, await senderIn(ctx), hold, bill, 'split.begun', payment.amount_minor)
  await announce(ctx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
  return true
}

async function cover(ctx: Context, hold: HoldRow, dueMinor: Minor, payment: PaymentRow): Promise<Decision> {
  const refs = [...(await sharesOfBill(ctx.db, hold.id)).map(({ id }) => id), hold.id]
  const { stands, openMinor } = await reservedFor(ctx.db, dueMinor, refs, payment)
  await announce(ctx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
  if (openMinor > 0) {
    await tellPayer(ctx, payment, 'share.reserved')
    return 'wait'
  }
  // Paid twice: whoever comes second keeps their money.
  if (!stands) return 'void'
  const appointment = await bookHold(ctx, hold, dueMinor)
  if (!appointment) {
    await letGoBill(ctx, await senderIn(ctx), hold)
    return 'void'
  }
  await moveBill(ctx.db, hold.id, 'cover', { appointment_id: appointment.id, ended_at: ctx.now })
  await keepReserved(
    ctx,
    refs.filter((ref) => ref !== payment.ref),
  )
  return 'capture'
}
