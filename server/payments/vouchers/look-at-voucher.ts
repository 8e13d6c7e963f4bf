import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { vouchers } from '#contract/payments/vouchers.ts'
import type { Context } from '#server/platform/context.ts'
import { artistsOfVouchers } from './artist-queries.ts'
import { presentVoucher } from './present-voucher.ts'
import { inFours, plainCode } from './voucher-code.ts'
import { voucherOfCode } from './voucher-of-code.ts'

/** The voucher of a code, with what is left of it. */
export async function lookAtVoucher(
  ctx: Context,
  { code }: InputOf<typeof vouchers.look>,
): Promise<OutputOf<typeof vouchers.look>> {
  const row = await voucherOfCode(ctx, code)
  const artistOf = await artistsOfVouchers(ctx.db, [row])
  return { voucher: presentVoucher(row, inFours(plainCode(code)), artistOf(row)) }
}
