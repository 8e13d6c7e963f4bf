import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import type { PayableHandlers, PaymentRow } from '#server/payments/index.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentById, type AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { holdById } from '#server/bookings/holds/hold-queries.ts'
import { appointmentOfShare, shareById } from './split-queries.ts'
import { cashOf, tellPayer } from './tell-split.ts'

async function bookedBy(ctx: Context, payment: PaymentRow): Promise<AppointmentRow | undefined> {
  const id = await appointmentOfShare(ctx.db, payment.ref)
  return id ? appointmentById(ctx.db, id) : undefined
}

/** What it means that a share of a bill is paid, let go or given back: its payer is told, and nobody else's address or card is shown. */
export const sharePayable: Omit<PayableHandlers, 'authorised'> = {
  captured: (ctx, payment) => tellPayer(ctx, payment, 'share.paid'),
  voided: async (ctx, payment) => {
    const share = await shareById(ctx.db, payment.ref)
    const hold = share && (await holdById(ctx.db, share.hold_id))
    if (hold) await announce(ctx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
    if (payment.authorised_at) await tellPayer(ctx, payment, 'share.letGo')
  },
  about: async (ctx, payment) => {
    const row = await bookedBy(ctx, payment)
    if (!row) return null
    const day = date(row.event_date, row.country_code as Country, ctx.now.getUTCFullYear())
    // Their own alone: what the others paid is the others' business.
    return { refs: [payment.ref], line: `Your share, ${row.event}, ${day}`, openMinor: 0 }
  },
  refunded: async (ctx, given, payment) => {
    const kind = given.state === 'done' ? 'share.refunded' : given.state === 'failed' ? 'refund.failed' : null
    if (kind)
      await tellPayer(ctx, payment, kind, {
        fact: given.id,
        refund: cashOf(given.amount_minor, payment.currency),
        reason: given.reason.replace(/\.$/, '').replace(/^./, (c) => c.toLowerCase()),
      })
  },
}
