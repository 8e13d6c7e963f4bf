import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { vouchers } from '#contract/payments/vouchers.ts'
import { voucherTermsOf } from '#server/catalog/index.ts'
import { sendSoon } from '#server/payments/bank/send-due.ts'
import { lockPayments } from '#server/payments/queries.ts'
import { refund } from '#server/payments/refunds/refund.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { artistsOfVouchers } from './artist-queries.ts'
import { presentBought, returnUntil } from './present-voucher.ts'
import { codeOf } from './voucher-code.ts'
import { lockVoucher, voucherById } from './voucher-queries.ts'

/** What is left of a voucher goes back to the card that paid for it, within the days of its market. */
export async function giveVoucherBack(
  ctx: Context,
  { voucherId }: InputOf<typeof vouchers.giveBack>,
): Promise<OutputOf<typeof vouchers.giveBack>> {
  const known = await voucherById(ctx.db, voucherId)
  if (!known || known.account_id !== ctx.viewer.accountId || known.state === 'open') throw new Refusal('not_found')
  const terms = await voucherTermsOf(ctx.db)
  const code = (await codeOf(ctx, known)) ?? ''
  const answer = await ctx.once(async (tx) => {
    const payment = (await lockPayments(tx.db, [voucherId])).findLast(({ state }) => state === 'captured')
    const row = await lockVoucher(tx.db, voucherId)
    if (!row || !payment || row.state !== 'live' || row.left_minor === 0) throw new Refusal('state_changed')
    const until = returnUntil(row, terms)
    if (!until || until <= tx.now) throw new Refusal('voucher_return_over')
    await refund(tx, {
      paymentId: payment.id,
      amountMinor: row.left_minor,
      feeBackMinor: 0,
      reason: 'The buyer gave the voucher back.',
      fact: `voucher-back:${payment.id}:${tx.key ?? payment.refunded_minor}`,
    })
    const now = await voucherById(tx.db, voucherId)
    const artist = (await artistsOfVouchers(tx.db, [row]))(row)
    return { voucher: presentBought(now ?? row, code, { payment, terms, artist, now: tx.now }) }
  })
  await sendSoon(ctx)
  return answer
}
