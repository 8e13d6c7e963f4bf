import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { countUnanswered, paymentsPage } from './operator-queries.ts'
import { presentPayment } from './present-money.ts'

const SILENCE_MS = 120_000

/** Payments, newest first. */
export async function listPayments(
  ctx: Context,
  { text, state, open, cursor }: InputOf<typeof money.payments>,
): Promise<OutputOf<typeof money.payments>> {
  const { page, nextCursor } = paged(
    await paymentsPage(ctx.db, { text, state, open, after: readCursor(cursor, uuids) }),
  )
  await recordAccess(ctx, { what: 'payments', of: page.map((row) => row.account_id) })
  return {
    payments: page.map(presentPayment),
    unanswered: await countUnanswered(ctx.db, new Date(ctx.now.getTime() - SILENCE_MS)),
    nextCursor,
  }
}
