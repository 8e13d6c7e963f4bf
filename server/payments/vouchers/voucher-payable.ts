import { moneyOf } from '#contract/money.ts'
import { notify, senderIn } from '#server/notifications/door.ts'
import { voucherTermsOf } from '#server/catalog/index.ts'
import type { PayableHandlers } from '#server/payments/payable.ts'
import { takesBookings } from './artist-queries.ts'
import { moveVoucher, voucherById } from './voucher-queries.ts'

/** What it means that a gift voucher is paid for: it can be spent; and what its buyer hears of money that goes back. */
export const voucherPayable: PayableHandlers = {
  authorised: async (ctx, payment) => {
    const row = await voucherById(ctx.db, payment.ref)
    // Nothing is taken for an artist who can be booked no more by now.
    const good = row?.state === 'open' && (!row.provider_id || (await takesBookings(ctx.db, row.provider_id)))
    return good ? 'capture' : 'void'
  },
  captured: async (ctx, payment) => {
    const terms = (await voucherTermsOf(ctx.db)).find(({ countryCode }) => countryCode === payment.country_code)
    await moveVoucher(ctx.db, payment.ref, 'pay', {
      left_minor: payment.amount_minor,
      paid_at: ctx.now,
      expires_at: terms?.months ? monthsAfter(ctx.now, terms.months) : null,
    })
  },
  about: async (_ctx, payment) => ({ refs: [payment.ref], line: payment.description, openMinor: 0 }),
  refunded: async (ctx, given, payment) => {
    const row = await voucherById(ctx.db, payment.ref)
    if (!row || given.state !== 'done') return
    await notify(ctx, await senderIn(ctx), {
      kind: 'voucher.refunded',
      to: { email: row.buyer_email, name: row.buyer_name, accountId: row.account_id, country: row.country_code },
      fact: `voucher.refunded ${given.id}`,
      path: `/customer-dashboard/vouchers`,
      values: { refund: moneyOf(given.amount_minor, payment.currency, { decimals: 'always' }), name: row.to_name },
    })
  },
}

function monthsAfter(from: Date, months: number): Date {
  const until = new Date(from)
  until.setUTCMonth(until.getUTCMonth() + months)
  return until
}
