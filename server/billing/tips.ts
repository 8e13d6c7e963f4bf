import { truncate } from '#contract/text.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/format.ts'
import { toMinor, formatMoneyMinor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import {
  openPayment,
  type PayableHandlers,
  type PaymentRow,
  presentPayment,
  getProviderOfPayment,
  releaseEarnings,
} from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  findAppointmentById,
  type AppointmentRow,
  canTip,
  getCustomerAppointment,
  publishAppointment,
  notifySide,
} from '#server/appointments/index.ts'
import { payTip, saveTip, findTipById, findTip } from './tips.queries.ts'
import { getSenderInTransaction } from '#server/notifications/index.ts'

export async function createTip(
  ctx: Context,
  { appointmentId, amount }: InputOf<typeof bookings.createTip>,
): Promise<OutputOf<typeof bookings.createTip>> {
  const row = await getCustomerAppointment(ctx, appointmentId)
  if ((await findTip(ctx.db, row.id))?.paid_at) throw new Refusal('tip_left')
  if (!canTip(row, ctx.now)) throw new Refusal('tip_closed')
  const tip = await saveTip(ctx.db, { appointment_id: row.id, amount_minor: toMinor(amount), created_at: ctx.now })
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
    description: truncate(`Tip, ${row.event}, ${formatDate(row.event_date, row.country_code as Country)}`, 300),
    email: row.requester.email,
  })
  return ctx.idempotent(async (tx) => ({ payment: presentPayment(tx, payment) }))
}

async function appointmentOfTip(ctx: Context, payment: PaymentRow): Promise<AppointmentRow | undefined> {
  const tip = await findTipById(ctx.db, payment.ref)
  return tip && findAppointmentById(ctx.db, tip.appointment_id)
}

/** A tip is released to the artist at once, and both sides are notified. */
export const tipPayable: PayableHandlers = {
  authorised: async (ctx, payment) => {
    const row = await appointmentOfTip(ctx, payment)
    return row && (await payTip(ctx.db, payment.ref, payment.amount_minor, ctx.now)) ? 'capture' : 'void'
  },
  captured: async (ctx, payment) => {
    const row = await appointmentOfTip(ctx, payment)
    await releaseEarnings(ctx, { providerId: getProviderOfPayment(payment), ref: payment.ref })
    if (!row) return
    const sender = await getSenderInTransaction(ctx)
    const tip = formatMoneyMinor(payment.amount_minor, payment.currency, { decimals: 'always' })
    for (const side of ['customer', 'provider'] as const)
      await notifySide(ctx, sender, row, side, `tip.paid.${side}`, {
        fact: `tip ${side} ${payment.id}`,
        values: { tip },
        ...(side === 'customer' ? { path: `/customer-dashboard/receipts/${payment.id}` } : {}),
      })
    await publishAppointment(ctx, row, 'appointment.changed')
  },
  about: async (ctx, payment) => {
    const row = await appointmentOfTip(ctx, payment)
    if (!row) return null
    const day = formatDate(row.event_date, row.country_code as Country, ctx.now.getUTCFullYear())
    return { refs: [payment.ref], line: `Tip, ${row.event}, ${day}`, openMinor: 0, tax: null }
  },
}
