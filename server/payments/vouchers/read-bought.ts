import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { BoughtVoucher, vouchers } from '#contract/payments/vouchers.ts'
import { voucherTermsOf } from '#server/catalog/index.ts'
import { ownsPayment } from '#server/payments/present-payment.ts'
import { paymentsOf } from '#server/payments/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { artistsOfVouchers } from './artist-queries.ts'
import { presentBought } from './present-voucher.ts'
import { codeOf } from './voucher-code.ts'
import { voucherById, type VoucherRow } from './voucher-queries.ts'

/** A voucher that the caller has paid for, with its code. */
export async function readBought(
  ctx: Context,
  { voucherId }: InputOf<typeof vouchers.bought>,
): Promise<OutputOf<typeof vouchers.bought>> {
  const row = await voucherById(ctx.db, voucherId)
  const payment = (await paymentsOf(ctx.db, [voucherId])).at(-1)
  const mine = payment && ownsPayment(ctx, payment)
  if (!row || row.state === 'open' || !mine) throw new Refusal('not_found')
  const [voucher] = await boughtOf(ctx, [row])
  if (!voucher) throw new Refusal('not_found')
  return { voucher }
}

/** Vouchers as their buyer sees them. Not inside a transaction. */
export async function boughtOf(ctx: Context, rows: readonly VoucherRow[]): Promise<BoughtVoucher[]> {
  const [terms, payments] = [
    await voucherTermsOf(ctx.db),
    await paymentsOf(
      ctx.db,
      rows.map(({ id }) => id),
    ),
  ]
  const artistOf = await artistsOfVouchers(ctx.db, rows)
  return Promise.all(
    rows.map(async (row) =>
      presentBought(row, (await codeOf(ctx, row)) ?? '', {
        payment: payments.findLast(({ ref, state }) => ref === row.id && state === 'captured'),
        terms,
        artist: artistOf(row),
        now: ctx.now,
      }),
    ),
  )
}
