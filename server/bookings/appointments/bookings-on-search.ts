import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownBookings } from '#contract/bookings/own-bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSearch, owns } from '#server/search/index.ts'

import { appointmentsOnSearch } from './appointment-queries.ts'

/** What is booked on one's own search. */
export async function bookingsOnSearch(
  ctx: Context,
  { quoteId }: InputOf<typeof ownBookings.onSearch>,
): Promise<OutputOf<typeof ownBookings.onSearch>> {
  const search = await findSearch(ctx.database, quoteId)
  if (!search) throw new Refusal('not_found')
  if (!owns(ctx.viewer, search)) throw new Refusal('not_yours')
  return { bookings: await appointmentsOnSearch(ctx.db, quoteId) }
}
