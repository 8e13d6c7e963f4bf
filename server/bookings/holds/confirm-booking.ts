import type { Minor } from '#contract/money.ts'
import type { Requester } from '#contract/search/search.ts'
import { acceptOffer } from '#server/offers/door.ts'
import { presentQuote, type QuoteBody, quoteById } from '#server/search/locked-quotes/door.ts'
import { lockKept } from '#server/payments/credits/door.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import { spendOn } from '#server/bookings/credits/spend-on.ts'
import { coverOfHold } from '#server/bookings/money/cover.ts'
import { spendUse } from '#server/bookings/promos/promo-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { soon } from '#server/platform/work/soon.ts'
import { becomeAppointment, isFree, speedsIn, takeBusy } from '#server/providers/diary/door.ts'
import { lockDiary } from '#server/providers/door.ts'
import type { AppointmentRow, NewAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { bookWithHold } from './book-queries.ts'
import { type HoldRow, lockHold } from './hold-queries.ts'
import type { KeptDay } from './present-hold.ts'
import { searchToBook } from './search-queries.ts'
import { spotOf } from '#server/bookings/appointments/spot.ts'
import { frozenOf } from './frozen-of.ts'

/** What the bank's word makes of a kept time: an appointment, in this one transaction; `void`, where the time has gone and nothing is taken; or `shared`, where others pay for it too. */
export async function confirmBooking(ctx: Context, payment: PaymentRow): Promise<'capture' | 'void' | 'shared'> {
  const hold = await lockHold(ctx.db, payment.ref)
  if (hold?.split && hold.state === 'held') return 'shared'
  return hold && (await bookHold(ctx, hold, payment.amount_minor)) ? 'capture' : 'void'
}

/** Books a locked hold that a card and its credits cover, in the caller's transaction; null where they do not, or the time has gone. */
export async function bookHold(ctx: Context, hold: HoldRow, cardMinor: Minor): Promise<AppointmentRow | null> {
  if (hold.state === 'booked' || !hold.account_id || !hold.day || !hold.requester) return null
  const search = await searchToBook(ctx.db, hold.search_id, hold.provider_id)
  const quote = await quoteById(ctx.db, hold.search_id, hold.quote_id)
  const locked = quote && presentQuote(quote)
  if (!search || !quote || !locked?.plan || search.booked) return null
  // What was used or taken off meanwhile makes another sum.
  const cover = coverOfHold(hold, locked)
  if (cardMinor !== cover.cardMinor) return null
  const kept = hold.credit_minor > 0 ? await lockKept(ctx.db, hold.id, 'deposit') : []
  if (kept.reduce((sum, { amount_minor }) => sum + amount_minor, 0) !== hold.credit_minor) return null

  const spot = spotOf(quote, search)
  const terms = frozenOf(ctx, { search, quote, locked, spot })
  const row = rowOf(hold, terms, cover.dueMinor)
  const job = { ...spot, from: row.starts_at.getTime(), to: row.ends_at.getTime() }
  // Paid after the day has begun, or for an artist who has been taken off meanwhile: nothing is taken.
  if (job.from <= ctx.now.getTime() || quote.provider_state === 'suspended') return null
  const late = hold.state !== 'held'
  if (late) {
    // The fifteen minutes had passed, or the customer had gone on: a time that is still free is theirs all the same.
    await lockDiary(ctx.db, hold.provider_id)
    if (!(await isFree(ctx, hold.provider_id, job, quote.buffer_minutes, await speedsIn(ctx.db)))) return null
  }
  // A price with a promo code on it stands with its use alone.
  const { promoUse } = quote.body as QuoteBody
  if (promoUse && !(await spendUse(ctx.db, promoUse))) return null
  const appointment = await bookWithHold(ctx.db, hold.id, row, { late, now: ctx.now })
  ctx.count('booking')
  if (late) {
    await takeBusy(ctx.db, {
      providerId: hold.provider_id,
      kind: 'appointment',
      ref: appointment.id,
      from: job.from,
      to: job.to + quote.buffer_minutes * 60_000,
      bufferMinutes: quote.buffer_minutes,
      eventDate: row.event_date,
      ...spot,
    })
  } else if (!(await becomeAppointment(ctx.db, hold.id, appointment.id)))
    throw new Error(`hold ${hold.id} stands without its time`)
  if (hold.offer_id) await acceptOffer(ctx, { searchId: search.id, providerId: hold.provider_id })
  if (kept.length) await spendOn(ctx, appointment, kept, cardMinor)
  ctx.after(() => soon(ctx, 'work-booked'))
  return appointment
}

function rowOf(
  hold: HoldRow,
  terms: ReturnType<typeof frozenOf>,
  paidMinor: Minor,
): NewAppointment & { starts_at: Date; ends_at: Date; event_date: string } {
  const { names, shareNumber, smsReminders, ...day } = hold.day as KeptDay
  return {
    ...terms,
    deposit_minor: paidMinor,
    in_full: hold.in_full && paidMinor === terms.total_minor,
    hold_id: hold.id,
    offer_id: hold.offer_id,
    account_id: hold.account_id,
    requester: hold.requester as Requester,
    event: (hold.requester as Requester).event,
    day,
    names,
    share_number: shareNumber,
    sms_reminders: smsReminders,
  }
}
