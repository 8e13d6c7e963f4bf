import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { payments } from '#contract/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchPaymentsOfAccount } from './own-payments-queries.ts'
import { type PaymentRow, withoutWaitingRefunds } from '#server/payments/queries.ts'

/** Lists the payments of the caller, with what was refunded. */
export async function listOwnPayments(
  ctx: Context,
  { cursor }: InputOf<typeof payments.mine>,
): Promise<OutputOf<typeof payments.mine>> {
  const { rows, nextCursor } = await fetchPaymentsOfAccount(ctx.db, ctx.viewer.accountId ?? '', { cursor })
  return {
    payments: (await withoutWaitingRefunds(ctx.db, rows)).map((row) => ({
      id: row.id,
      number: String(row.number),
      kind: row.kind as PaymentRow['kind'],
      state: row.state as PaymentRow['state'],
      description: row.description,
      provider: row.provider ?? '',
      amount: major(row.amount_minor),
      refunded: major(row.refunded_minor),
      currency: row.currency,
      at: row.at,
      test: row.gateway === 'test',
    })),
    nextCursor,
  }
}
