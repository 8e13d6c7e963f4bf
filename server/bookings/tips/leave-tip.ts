import { truncate } from '#contract/text.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { date } from '#contract/format.ts'
import { minor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { openPayment, presentPayment } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { mayTip } from '#server/bookings/appointments/may.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { saveTip, tipOf } from './tip-queries.ts'

/** Opens the payment of a tip; asked again with another amount, the payment before is let go. */
export async function leaveTip(
  ctx: Context,
  { appointmentId, amount }: InputOf<typeof bookings.leaveTip>,
): Promise<OutputOf<typeof bookings.leaveTip>> {
  const row = await ownAppointment(ctx, appointmentId)
  if ((await tipOf(ctx.db, row.id))?.paid_at) throw new Refusal('tip_left')
  if (!mayTip(row, ctx.now)) throw new Refusal('tip_closed')
  const tip = await saveTip(ctx.db, { appointment_id: row.id, amount_minor: minor(amount), created_at: ctx.now })
  if (!tip) throw new Refusal('tip_left')
  const payment = await openPayment(ctx, {
    kind: 'tip',
    ref: tip.id,
    accountId: row.account_id,
    providerId: row.provider_id,
    countryCode: row.country_code,
    currency: row.currency,
    amountMinor: tip.amount_minor,
    feeMinor: 0,
    description: truncate(`Tip, ${row.event}, ${date(row.event_date, row.country_code as Country)}`, 300),
    email: row.requester.email,
  })
  return ctx.once(async (tx) => ({ payment: presentPayment(tx, payment) }))
}
