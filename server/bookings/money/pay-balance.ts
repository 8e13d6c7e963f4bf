import { truncate } from '#contract/text.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { openPayment, type PaymentRow, presentPayment } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { coverOfBalance } from './cover.ts'
import { settleBalance } from './settle-balance.ts'
import { type AppointmentRow, lockAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { agreedOf } from '#server/bookings/agreed/agreed-queries.ts'
import { hoursOf } from '#server/bookings/moves/diary-queries.ts'
import { mayDo } from '#server/bookings/appointments/may.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'

/** Opens the payment of what is left, where the artist takes it online or it was to be taken by itself and could not be. */
export async function payBalance(
  ctx: Context,
  { appointmentId }: InputOf<typeof bookings.payBalance>,
): Promise<OutputOf<typeof bookings.payBalance>> {
  const row = await ownAppointment(ctx, appointmentId)
  const onlineBalance = (await hoursOf(ctx.db, row.provider_id))?.online_balance ?? false
  const agreed = await agreedOf(ctx.db, row.id)
  const asked = agreed?.state === 'proving' || agreed?.state === 'asked'
  if ((row.state !== 'booked' && !(asked && row.state === 'completed')) || row.balance_paid_at)
    throw new Refusal('state_changed')
  if (!mayDo(row, { side: 'customer', move: null, dispute: null, onlineBalance, asked, now: ctx.now }).payBalance)
    throw new Refusal('balance_closed')
  const payment = await openPayment(ctx, balanceOf(row))
  return ctx.once(async (tx) => ({ payment: presentPayment(tx, payment) }))
}

/** The payment of what is left of a booking. */
export const balanceOf = (row: AppointmentRow) => ({
  kind: 'balance' as const,
  ref: row.id,
  accountId: row.account_id,
  providerId: row.provider_id,
  countryCode: row.country_code,
  currency: row.currency,
  amountMinor: coverOfBalance(row).cardMinor,
  feeMinor: 0,
  description: truncate(`${row.event}, ${date(row.event_date, row.country_code as Country)}`, 300),
  email: row.requester.email,
})

/** The bank's word on the balance: paid, unless it has been brought in cash or the booking has ended meanwhile. */
export async function confirmBalance(ctx: Context, payment: PaymentRow): Promise<'capture' | 'void'> {
  const row = await lockAppointment(ctx.db, payment.ref)
  return row && (await settleBalance(ctx, row, payment.amount_minor)) ? 'capture' : 'void'
}
