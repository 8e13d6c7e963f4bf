import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBank } from '#contract/operator/bank.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { chargeBacksPage } from './charge-back-queries.ts'
import { presentChargeBack } from './present-charge-back.ts'

/** Payments that a bank wants back, newest first. */
export async function listChargeBacks(
  ctx: Context,
  { state, cursor }: InputOf<typeof operatorBank.chargeBacks>,
): Promise<OutputOf<typeof operatorBank.chargeBacks>> {
  const { page, nextCursor } = paged(await chargeBacksPage(ctx.db, state, readCursor(cursor, uuids)))
  return { chargeBacks: page.map(presentChargeBack), nextCursor }
}
