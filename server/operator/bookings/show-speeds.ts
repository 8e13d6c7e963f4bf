import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { speedsOf } from '#server/providers/index.ts'

type Calls = typeof operatorBookings

export const showSpeeds = async (ctx: Context): Promise<OutputOf<Calls['speeds']>> => {
  const { detour, kmh, areas } = await speedsOf(ctx)
  return { detour, kmh, areas: [...areas] }
}
