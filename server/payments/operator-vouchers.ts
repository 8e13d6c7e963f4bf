import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import type { operatorVouchers } from '#contract/operator/vouchers.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import {
  listVoucherArtists,
  fetchVouchers,
  sumVoucherBalances,
  lockVoucher,
  moveVoucher,
  findOperatorVoucher,
  findVoucherById,
} from './vouchers.queries.ts'
import { getVoucherCode, presentBought, presentOperatorVoucher, getReturnDeadline } from './voucher-views.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { vouchers } from '#contract/payments/vouchers.ts'
import { getAllVoucherTerms } from '#server/catalog/index.ts'
import { sendSoon } from './charging.ts'
import { lockPayments } from './payments.queries.ts'
import { refundPayment } from './refunds.ts'

export async function listVouchers(
  ctx: Context,
  { text, ...page }: InputOf<typeof operatorVouchers.list>,
): Promise<OutputOf<typeof operatorVouchers.list>> {
  const { rows, nextCursor } = await fetchVouchers(ctx.db, text, page)
  await recordAccess(ctx, { what: 'vouchers', of: rows.map((row) => row.account_id) })
  return {
    vouchers: rows.map(presentOperatorVoucher),
    left: (await sumVoucherBalances(ctx.db)).map(({ currency, minor }) => ({
      currency,
      amount: toMajor(Number(minor)),
    })),
    nextCursor,
  }
}

const changeVoucher = (
  ctx: Context,
  voucherId: string,
  event: 'block' | 'unblock',
  reason: string,
): Promise<OutputOf<typeof operatorVouchers.block>> =>
  ctx.idempotent(async (tx) => {
    if (!(await findOperatorVoucher(tx.db, voucherId))) throw new Refusal('not_found')
    const now = await moveVoucher(tx.db, voucherId, event, { blocked_for: event === 'block' ? reason : '' })
    const row = await findOperatorVoucher(tx.db, voucherId)
    if (!now || !row) throw new Refusal('state_changed')
    await recordAudit(tx, {
      act: `voucher.${event}`,
      subject: { kind: 'voucher', id: voucherId, name: String(row.number) },
      after: { state: now.state },
      reason,
    })
    return { voucher: presentOperatorVoucher(row) }
  })

export const blockVoucher = (
  ctx: Context,
  { voucherId, reason }: InputOf<typeof operatorVouchers.block>,
): Promise<OutputOf<typeof operatorVouchers.block>> => changeVoucher(ctx, voucherId, 'block', reason)

export const unblockVoucher = (
  ctx: Context,
  { voucherId, reason }: InputOf<typeof operatorVouchers.unblock>,
): Promise<OutputOf<typeof operatorVouchers.unblock>> => changeVoucher(ctx, voucherId, 'unblock', reason)

/** Refunds the remaining credit to the buyer's card, within the market's return period. */
export async function refundVoucher(
  ctx: Context,
  { voucherId }: InputOf<typeof vouchers.refund>,
): Promise<OutputOf<typeof vouchers.refund>> {
  const known = await findVoucherById(ctx.db, voucherId)
  if (!known || known.account_id !== ctx.viewer.accountId || known.state === 'open') throw new Refusal('not_found')
  const terms = await getAllVoucherTerms(ctx.db)
  const code = (await getVoucherCode(ctx, known)) ?? ''
  const answer = await ctx.idempotent(async (tx) => {
    const payment = (await lockPayments(tx.db, [voucherId])).findLast(({ state }) => state === 'captured')
    const row = await lockVoucher(tx.db, voucherId)
    if (!row || !payment || row.state !== 'live' || row.left_minor === 0) throw new Refusal('state_changed')
    const until = getReturnDeadline(row, terms)
    if (!until || until <= tx.now) throw new Refusal('voucher_return_closed')
    await refundPayment(tx, {
      paymentId: payment.id,
      amountMinor: row.left_minor,
      feeBackMinor: 0,
      reason: 'The buyer returned the voucher.',
      fact: `voucher-back:${payment.id}:${tx.key ?? payment.refunded_minor}`,
    })
    const now = await findVoucherById(tx.db, voucherId)
    const artist = (await listVoucherArtists(tx.db, [row]))(row)
    return { voucher: presentBought(now ?? row, code, { payment, terms, artist, now: tx.now }) }
  })
  await sendSoon(ctx)
  return answer
}
