import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorVouchers } from '#contract/operator/vouchers.ts'
import { spendsOfVoucher } from '#server/payments/credits/credit-queries.ts'
import { iso } from '#server/payments/operator/present-money.ts'
import { paymentsOf } from '#server/payments/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { operatorVoucher } from './operator-voucher-queries.ts'
import { presentOperatorVoucher } from './present-operator-voucher.ts'

/** One voucher with what it paid. */
export async function showVoucher(
  ctx: Context,
  { voucherId }: InputOf<typeof operatorVouchers.show>,
): Promise<OutputOf<typeof operatorVouchers.show>> {
  const row = await operatorVoucher(ctx.db, voucherId)
  if (!row) throw new Refusal('not_found')
  await recordAccess(ctx, { what: 'voucher', subjectId: row.id, of: [row.account_id] })
  const payment = (await paymentsOf(ctx.db, [voucherId])).findLast(({ state }) => state === 'captured')
  return {
    voucher: presentOperatorVoucher(row),
    paymentId: payment?.id ?? null,
    spends: (await spendsOfVoucher(ctx.db, voucherId)).map((spend) => ({
      id: spend.id,
      state: spend.state as 'kept',
      amount: major(spend.amount_minor),
      returned: major(spend.refunded_minor),
      description: spend.description ?? '',
      paymentId: spend.payment_id,
      at: iso(spend.created_at) as string,
    })),
  }
}
