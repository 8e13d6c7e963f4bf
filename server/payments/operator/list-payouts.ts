import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchPayouts } from './operator-queries.ts'
import { presentPayout } from './present-money.ts'

/** Payouts, newest first. */
export async function listPayouts(
  ctx: Context,
  { cursor, ...input }: InputOf<typeof money.payouts>,
): Promise<OutputOf<typeof money.payouts>> {
  const { rows, nextCursor } = await fetchPayouts(ctx.db, { ...input, cursor })
  return { payouts: rows.map(presentPayout), nextCursor }
}
