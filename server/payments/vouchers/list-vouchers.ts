import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorVouchers } from '#contract/operator/vouchers.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { leftOfAll, fetchVouchers } from './operator-voucher-queries.ts'
import { presentOperatorVoucher } from './present-operator-voucher.ts'

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
