import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import type { PayableHandlers } from '#server/payments/index.ts'
import { announce } from '#server/platform/live/announce.ts'
import { holdById } from '#server/bookings/holds/hold-queries.ts'
import { giveBackLate } from '#server/bookings/money/give-back-late.ts'
import { appointmentOfPayment, bookingPayable } from '#server/bookings/money/payables.ts'
import { confirmShare } from './confirm-shared.ts'
import { shareById } from './split-queries.ts'
import { cashOf, tellPayer } from './tell-split.ts'

/** A share of a bill. Its payer is notified, and sees nobody else's address or card. */
export const sharePayable: PayableHandlers = {
  authorised: confirmShare,
  captured: async (ctx, payment) => {
    await tellPayer(ctx, payment, 'share.paid')
    const row = await appointmentOfPayment(ctx, payment)
    if (row) await giveBackLate(ctx, row, payment)
  },
  whole: bookingPayable.whole,
  evidence: bookingPayable.evidence,
  refundRefused: bookingPayable.refundRefused,
  voided: async (ctx, payment) => {
    const share = await shareById(ctx.db, payment.ref)
    const hold = share && (await holdById(ctx.db, share.hold_id))
    if (hold) await announce(ctx, { to: [`search:${hold.search_id}`], kind: 'hold.changed', ref: hold.id })
    if (payment.authorised_at) await tellPayer(ctx, payment, 'share.letGo')
  },
  about: async (ctx, payment) => {
    const row = await appointmentOfPayment(ctx, payment)
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
