import type { OutputOf } from '#contract/endpoint.ts'
import type { vouchers } from '#contract/payments/vouchers.ts'
import type { Context } from '#server/platform/context.ts'
import { boughtOf } from './read-bought.ts'
import { vouchersOf } from './voucher-queries.ts'

/** The vouchers that the caller has bought. */
export const listOwnVouchers = async (ctx: Context): Promise<OutputOf<typeof vouchers.mine>> => ({
  vouchers: await boughtOf(ctx, await vouchersOf(ctx.db, ctx.viewer.accountId ?? '')),
})
