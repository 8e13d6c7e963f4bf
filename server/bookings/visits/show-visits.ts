import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { heldToVisit } from './held-to-visit.ts'
import { presentVisits } from './offered-visits.ts'

/** What comes before the day of a kept time: what it needs, what is offered, and what is chosen. */
export async function showVisits(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.visits>,
): Promise<OutputOf<typeof bookings.visits>> {
  return { visits: await presentVisits(ctx, await heldToVisit(ctx, holdId)) }
}
