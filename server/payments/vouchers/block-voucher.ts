import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorVouchers } from '#contract/operator/vouchers.ts'
import type { Context } from '#server/platform/context.ts'
import { changeVoucher } from './change-voucher.ts'

/** Nobody can spend a voucher any more; what is left of it stays. */
export const blockVoucher = (
  ctx: Context,
  { voucherId, reason }: InputOf<typeof operatorVouchers.block>,
): Promise<OutputOf<typeof operatorVouchers.block>> => changeVoucher(ctx, voucherId, 'block', reason)
