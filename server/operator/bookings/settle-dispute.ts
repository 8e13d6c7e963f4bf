import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { settleProblem } from '#server/bookings/disputes/door.ts'
import type { Context } from '#server/platform/context.ts'
import { presentDispute } from './present-dispute.ts'

type Calls = typeof operatorBookings

export async function settleDispute(
  ctx: Context,
  { disputeId, outcome, refund, noShow, reason }: InputOf<Calls['settle']>,
): Promise<OutputOf<Calls['settle']>> {
  const how = { outcome, refundMinor: minor(refund), noShow, reason }
  return settleProblem(ctx, disputeId, how, async (tx) => ({ dispute: (await presentDispute(tx, disputeId)).dispute }))
}
