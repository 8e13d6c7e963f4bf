import { date } from '#contract/format.ts'
import { moneyOf } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { senderIn } from '#server/notifications/index.ts'
import { type PayableHandlers, type PaymentRow, providerOf, release } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentById, type AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { tell } from '#server/bookings/notices/tell.ts'
import { payTip, tipById } from './tip-queries.ts'

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
