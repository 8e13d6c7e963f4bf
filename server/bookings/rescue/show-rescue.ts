import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { standingSum } from '#server/bookings/money/money-of.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { paymentsFor } from '#server/bookings/money/payments-for.ts'
import { promoIn } from '#server/bookings/promos/price-with-promo.ts'
import { getDaySums } from '#server/bookings/linked-appointments/trial-money.ts'
import { rescueArtists } from './rescue-artists.ts'

/** Who can take over after the artist cancelled, with what goes back if nobody is taken. */
export async function showRescue(
  ctx: Context,
  { appointmentId }: InputOf<typeof bookings.rescue>,
): Promise<OutputOf<typeof bookings.rescue>> {
  const row = await ownAppointment(ctx, appointmentId)
  if (!row.rescue_until) throw new Refusal('state_changed')
  const open = row.rescue_ended === null && row.rescue_until > ctx.now
  const artists = open ? await rescueArtists(ctx, row, row.rescue_search_id ?? row.search_id) : []
  const promo = promoIn(row.body)
  return {
    open,
    ended: row.rescue_ended as OutputOf<typeof bookings.rescue>['ended'],
    until: open ? row.rescue_until.toISOString() : null,
    refund: major(standingSum(await paymentsFor(ctx, row))),
    currency: row.currency,
    found: artists.length,
    artists,
    totalBefore: major(getDaySums(row).total_minor),
    promo: promo && { label: promo.costed.line.label, carried: promo.giver === 'platform' },
  }
}
