import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { othersFor, rescueSearch } from '#server/bookings/rescue/door.ts'
import { refuseOver } from '#server/bookings/team/door.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentRow } from '#server/operator/bookings/appointment-row.ts'

const MOST = 12

/** Who else could come to a booking that stands. */
export async function listOtherArtists(
  ctx: Context,
  { appointmentId }: InputOf<typeof operatorBookings.others>,
): Promise<OutputOf<typeof operatorBookings.others>> {
  const row = await appointmentRow(ctx, appointmentId)
  refuseOver(row, ctx.now)
  const { cards } = await othersFor(ctx, row, await rescueSearch(ctx, row))
  return {
    artists: cards.slice(0, MOST).map(({ _id, name, slug, location, price }) => ({
      id: _id,
      name,
      slug,
      area: location.area,
      price: price ?? 0,
    })),
  }
}
