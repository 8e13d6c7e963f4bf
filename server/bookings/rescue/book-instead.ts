import { handPartOn, presentQuote, type QuoteRow } from '#server/search/index.ts'
import type { PaymentRow } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary, refuseTaken, speedsIn, takeBusy } from '#server/providers/index.ts'
import { type AppointmentRow, insertAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { spotOf } from '#server/bookings/appointments/spot.ts'
import { handGuestsOn } from '#server/bookings/guests/guest-queries.ts'
import { frozenOf } from '#server/bookings/holds/frozen-of.ts'
import type { BookedSearch } from '#server/bookings/holds/search-queries.ts'
import { isOfBalance, splitOf, standingSum } from '#server/bookings/money/money-of.ts'
import { refuseTwoAtOnce } from '#server/bookings/team-up/beside-mates.ts'
import { carryOver } from './carry-over.ts'

type NewPrice = ReturnType<typeof frozenOf>
type Instead = {
  /** The booking before, and all that was paid for it. */
  row: AppointmentRow
  payments: readonly PaymentRow[]
  search: BookedSearch
  quote: QuoteRow
  /** What of the new price counts, where that is not all of it. */
  price?: (frozen: NewPrice) => NewPrice
}

/** Books whoever comes instead with the deposit that was paid: day, people and notes carry over, what is too much of it goes back. In the caller's transaction. */
export async function bookInstead(
  tx: Context,
  { row, search, quote, price = (frozen) => frozen, ...paidFor }: Instead,
): Promise<AppointmentRow> {
  if (!quote.payouts_ready) throw new Refusal('payout_missing')
  const spot = spotOf(quote, search)
  const frozen = price(frozenOf(tx, { search, quote, locked: presentQuote(quote), spot }))
  const providerId = quote.provider_id
  await lockDiary(tx.db, providerId)
  const job = { ...spot, from: frozen.starts_at.getTime(), to: frozen.ends_at.getTime() }
  await refuseTaken(tx, providerId, job, quote.buffer_minutes, await speedsIn(tx.db))
  // Whoever else of a team is booked keeps their times; the people of the part are those that it was chosen with.
  await refuseTwoAtOnce(tx.db, { search_id: row.search_id, people: null }, frozen.body.plan)
  const payments = paidFor.payments.filter((payment) => !isOfBalance(payment) && splitOf(payment))
  // A bank that has not taken the deposit yet does so within moments.
  if (payments.length === 0 || payments.some(({ state }) => state !== 'captured')) throw new Refusal('state_changed')
  const deposit = Math.min(standingSum(payments), frozen.total_minor)
  const inFull = row.in_full && deposit === frozen.total_minor
  const made = await insertAppointment(tx.db, {
    ...frozen,
    account_id: row.account_id,
    requester: row.requester,
    event: row.event,
    day: row.day,
    names: row.names,
    share_number: row.share_number,
    sms_reminders: row.sms_reminders,
    deposit_minor: inFull ? deposit : Math.min(deposit, Math.max(frozen.deposit_minor, frozen.fee_minor)),
    in_full: inFull,
    fee_minor: Math.min(frozen.fee_minor, deposit),
    rescued_from: row.id,
  })
  await takeBusy(tx.db, {
    providerId,
    kind: 'appointment',
    ref: made.id,
    from: job.from,
    to: job.to + quote.buffer_minutes * 60_000,
    bufferMinutes: quote.buffer_minutes,
    eventDate: frozen.event_date,
    ...spot,
  })
  await carryOver(tx, payments, made)
  await handGuestsOn(tx.db, row.id, made.id)
  if (made.search_id !== row.search_id) await handPartOn(tx.db, row.search_id, made.search_id)
  return made
}
