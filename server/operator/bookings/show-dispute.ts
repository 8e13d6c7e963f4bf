import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { presentDispute } from './present-dispute.ts'

type Calls = typeof operatorBookings

export const showDispute = (
  ctx: Context,
  { disputeId }: InputOf<Calls['dispute']>,
): Promise<OutputOf<Calls['dispute']>> => presentDispute(ctx, disputeId)
