import type { PartnerBooking } from '#contract/bookings/partners/partner-bookings.ts'
import { major } from '#contract/money.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { PartnerBookingRow } from './partner-booking-queries.ts'

/** Bookings as the partner sees them through whom they came. */
export async function presentPartnerBookings(
  ctx: Context,
  rows: readonly PartnerBookingRow[],
): Promise<PartnerBooking[]> {
  const { services } = await catalogOf(ctx.database)
  return rows.map((row) => {
    const counts = new Map<string, number>()
    for (const { count, services: wanted } of row.looks)
      for (const id of wanted) counts.set(id, (counts.get(id) ?? 0) + count)
    return {
      id: row.id,
      number: row.number,
      state: row.state,
      mode: row.mode,
      eventDate: row.event_date,
      town: row.town,
      services: [...counts].map(([id, count]) => ({ id, label: services.get(id)?.label ?? id, count })),
      people: row.looks.reduce((sum, { count }) => sum + count, 0),
      artist: { slug: row.slug, name: row.artist },
      total: major(row.total_minor),
      currency: row.currency,
      bookedAt: row.booked_at.toISOString(),
    }
  })
}
