import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBank } from '#contract/operator/bank.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchChargeBacks } from './charge-back-queries.ts'
import { presentChargeBack } from './present-charge-back.ts'

/** Payments that a bank wants back, newest first. */
export async function listChargeBacks(
  ctx: Context,
  { state, cursor }: InputOf<typeof operatorBank.chargeBacks>,
): Promise<OutputOf<typeof operatorBank.chargeBacks>> {
  const { rows, nextCursor } = await fetchChargeBacks(ctx.db, state, { cursor })
  return { chargeBacks: rows.map(presentChargeBack), nextCursor }
}
