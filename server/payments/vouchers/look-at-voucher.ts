import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { vouchers } from '#contract/payments/vouchers.ts'
import type { Context } from '#server/platform/context.ts'
import { presentVoucher } from './present-voucher.ts'
import { inFours, plainCode } from './voucher-code.ts'
import { voucherOfCode } from './voucher-of-code.ts'

/** The voucher of a code, with what is left of it. */
export async function lookAtVoucher(
  ctx: Context,
  { code }: InputOf<typeof vouchers.look>,
): Promise<OutputOf<typeof vouchers.look>> {
  return { voucher: presentVoucher(await voucherOfCode(ctx, code), inFours(plainCode(code))) }
}
