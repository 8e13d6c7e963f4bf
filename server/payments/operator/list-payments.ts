import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { countUnanswered, fetchPayments, takenSince } from './operator-queries.ts'
import { presentPayment } from './present-money.ts'

const SILENCE_MS = 120_000
const MONTH_MS = 30 * 86_400_000

/** Payments, newest first, with what the last 30 days have taken. */
export async function listPayments(
  ctx: Context,
  { cursor, failed, ...input }: InputOf<typeof money.payments>,
): Promise<OutputOf<typeof money.payments>> {
  const { rows, nextCursor } = await fetchPayments(ctx.db, { ...input, failed: failed ? ctx.now : undefined, cursor })
  await recordAccess(ctx, { what: 'payments', of: rows.map((row) => row.account_id) })
  const month = await takenSince(ctx.db, new Date(ctx.now.getTime() - MONTH_MS))
  return {
    payments: rows.map(presentPayment),
    unanswered: await countUnanswered(ctx.db, new Date(ctx.now.getTime() - SILENCE_MS)),
    month: {
      payments: month.reduce((sum, { payments }) => sum + payments, 0),
      taken: month.map(({ currency, taken }) => ({ currency, amount: major(taken) })),
      returned: month
        .filter(({ returned }) => returned > 0)
        .map(({ currency, returned }) => ({ currency, amount: major(returned) })),
    },
    nextCursor,
  }
}
