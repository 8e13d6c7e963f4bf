import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import type { Context } from '#server/platform/context.ts'
import { askedRefunds, fetchRefunds } from './operator-queries.ts'
import { presentRefund } from './present-money.ts'
import { refundLimits } from './refund-limits.ts'

/** Refunds; those that wait for a second operator stand before all others, on the first page. */
export async function listRefunds(
  ctx: Context,
  { cursor }: InputOf<typeof money.refunds>,
): Promise<OutputOf<typeof money.refunds>> {
  const { rows, nextCursor } = await fetchRefunds(ctx.db, { cursor })
  const asked = await askedRefunds(ctx.db)
  return {
    refunds: [...(cursor ? [] : asked), ...rows].map(presentRefund),
    waiting: asked.length,
    limits: await refundLimits(ctx),
    nextCursor,
  }
}
