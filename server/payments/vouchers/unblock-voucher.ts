import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorVouchers } from '#contract/operator/vouchers.ts'
import type { Context } from '#server/platform/context.ts'
import { changeVoucher } from './change-voucher.ts'

/** A voucher that was blocked can be spent again. */
export const unblockVoucher = (
  ctx: Context,
  { voucherId, reason }: InputOf<typeof operatorVouchers.unblock>,
): Promise<OutputOf<typeof operatorVouchers.unblock>> => changeVoucher(ctx, voucherId, 'unblock', reason)
