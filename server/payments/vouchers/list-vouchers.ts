import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorVouchers } from '#contract/operator/vouchers.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { leftOfAll, vouchersPage } from './operator-voucher-queries.ts'
import { presentOperatorVoucher } from './present-operator-voucher.ts'

/** Gift vouchers, newest first. */
export async function listVouchers(
  ctx: Context,
  { text, cursor }: InputOf<typeof operatorVouchers.list>,
): Promise<OutputOf<typeof operatorVouchers.list>> {
  const { page, nextCursor } = paged(await vouchersPage(ctx.db, text, readCursor(cursor, uuids)))
  await recordAccess(ctx, { what: 'vouchers', of: page.map((row) => row.account_id) })
  return {
    vouchers: page.map(presentOperatorVoucher),
    left: (await leftOfAll(ctx.db)).map(({ currency, minor }) => ({ currency, amount: major(Number(minor)) })),
    nextCursor,
  }
}
