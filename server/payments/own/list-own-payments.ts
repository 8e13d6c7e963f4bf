import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { payments } from '#contract/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { paidBy } from './own-payments-queries.ts'
import { type PaymentRow, withoutWaitingRefunds } from '#server/payments/queries.ts'

/** What the caller has paid and got back. */
export async function listOwnPayments(
  ctx: Context,
  { cursor }: InputOf<typeof payments.mine>,
): Promise<OutputOf<typeof payments.mine>> {
  const rows = await paidBy(ctx.db, ctx.viewer.accountId ?? '', readCursor(cursor, uuids))
  const { page, nextCursor } = paged(rows)
  return {
    payments: (await withoutWaitingRefunds(ctx.db, page)).map((row) => ({
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
