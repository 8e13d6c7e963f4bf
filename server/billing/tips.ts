import { truncate } from '#contract/text.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { date } from '#contract/format.ts'
import { minor, moneyOf } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import {
  openPayment,
  type PayableHandlers,
  type PaymentRow,
  presentPayment,
  providerOf,
  release,
} from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  appointmentById,
  type AppointmentRow,
  mayTip,
  ownAppointment,
  publishAppointment,
  tell,
} from '#server/appointments/index.ts'
import { payTip, saveTip, tipById, tipOf } from './tips.queries.ts'
import { senderIn } from '#server/notifications/index.ts'

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

async function appointmentOfTip(ctx: Context, payment: PaymentRow): Promise<AppointmentRow | undefined> {
  const tip = await tipById(ctx.db, payment.ref)
  return tip && appointmentById(ctx.db, tip.appointment_id)
}

/** What it means that a tip is paid: it is the artist's at once, and both are told. */
export const tipPayable: PayableHandlers = {
  authorised: async (ctx, payment) => {
    const row = await appointmentOfTip(ctx, payment)
    return row && (await payTip(ctx.db, payment.ref, payment.amount_minor, ctx.now)) ? 'capture' : 'void'
  },
  captured: async (ctx, payment) => {
    const row = await appointmentOfTip(ctx, payment)
    await release(ctx, { providerId: providerOf(payment), ref: payment.ref })
    if (!row) return
    const sender = await senderIn(ctx)
    const tip = moneyOf(payment.amount_minor, payment.currency, { decimals: 'always' })
    for (const side of ['customer', 'provider'] as const)
      await tell(ctx, sender, row, side, `tip.paid.${side}`, {
        fact: `tip ${side} ${payment.id}`,
        values: { tip },
        ...(side === 'customer' ? { path: `/customer-dashboard/receipts/${payment.id}` } : {}),
      })
    await publishAppointment(ctx, row, 'appointment.changed')
  },
  about: async (ctx, payment) => {
    const row = await appointmentOfTip(ctx, payment)
    if (!row) return null
    const day = date(row.event_date, row.country_code as Country, ctx.now.getUTCFullYear())
    return { refs: [payment.ref], line: `Tip, ${row.event}, ${day}`, openMinor: 0 }
  },
}
