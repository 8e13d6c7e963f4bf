import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorVouchers } from '#contract/operator/vouchers.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import {
  artistsOfVouchers,
  fetchVouchers,
  leftOfAll,
  lockVoucher,
  moveVoucher,
  operatorVoucher,
  voucherById,
} from './vouchers.queries.ts'
import { codeOf, presentBought, presentOperatorVoucher, returnUntil } from './voucher-views.ts'
import { record } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { vouchers } from '#contract/payments/vouchers.ts'
import { voucherTermsOf } from '#server/catalog/index.ts'
import { sendSoon } from './charging.ts'
import { lockPayments } from './payments.queries.ts'
import { refund } from './refunds.ts'

/** Gift vouchers, newest first. */
export async function listVouchers(
  ctx: Context,
  { text, cursor }: InputOf<typeof operatorVouchers.list>,
): Promise<OutputOf<typeof operatorVouchers.list>> {
  const { rows, nextCursor } = await fetchVouchers(ctx.db, text, { cursor })
  await recordAccess(ctx, { what: 'vouchers', of: rows.map((row) => row.account_id) })
  return {
    vouchers: rows.map(presentOperatorVoucher),
    left: (await leftOfAll(ctx.db)).map(({ currency, minor }) => ({ currency, amount: major(Number(minor)) })),
    nextCursor,
  }
}

/** An operator's decision on a voucher, written down with its reason. */
const changeVoucher = (
  ctx: Context,
  voucherId: string,
  event: 'block' | 'unblock',
  reason: string,
): Promise<OutputOf<typeof operatorVouchers.block>> =>
  ctx.once(async (tx) => {
    if (!(await operatorVoucher(tx.db, voucherId))) throw new Refusal('not_found')
    const now = await moveVoucher(tx.db, voucherId, event, { blocked_for: event === 'block' ? reason : '' })
    const row = await operatorVoucher(tx.db, voucherId)
    if (!now || !row) throw new Refusal('state_changed')
    await record(tx, {
      act: `voucher.${event}`,
      subject: { kind: 'voucher', id: voucherId, name: String(row.number) },
      after: { state: now.state },
      reason,
    })
    return { voucher: presentOperatorVoucher(row) }
  })

/** Nobody can spend a voucher any more; what is left of it stays. */
export const blockVoucher = (
  ctx: Context,
  { voucherId, reason }: InputOf<typeof operatorVouchers.block>,
): Promise<OutputOf<typeof operatorVouchers.block>> => changeVoucher(ctx, voucherId, 'block', reason)

/** A voucher that was blocked can be spent again. */
export const unblockVoucher = (
  ctx: Context,
  { voucherId, reason }: InputOf<typeof operatorVouchers.unblock>,
): Promise<OutputOf<typeof operatorVouchers.unblock>> => changeVoucher(ctx, voucherId, 'unblock', reason)

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
    if (!until || until <= tx.now) throw new Refusal('voucher_return_closed')
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
