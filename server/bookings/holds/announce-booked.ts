import { sayBooked } from '#server/messaging/index.ts'
import type { Sender } from '#server/notifications/index.ts'
import { announceAll } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { setActs } from '#server/search/index.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { type BookingEvents, publishBookingEvent } from '#server/bookings/appointments/events.ts'
import { audienceOf } from '#server/bookings/notices/audience-of.ts'
import { partiesOfAll } from '#server/bookings/notices/tell-queries.ts'

/** Publishes that bookings are confirmed. In the caller's transaction. */
export async function announceBooked(ctx: Context, sender: Sender, rows: readonly AppointmentRow[]): Promise<void> {
  const parties = await partiesOfAll(
    ctx.db,
    rows.map(({ id }) => id),
  )
  await publishBookingEvent(ctx, 'bookingConfirmed', { rows, parties, sender })
}

type Confirmed = BookingEvents['bookingConfirmed']

/** Shows the quotes of confirmed bookings as booked. */
export const markQuotesBooked = (ctx: Context, { rows }: Confirmed) =>
  setActs(
    ctx,
    rows.map((row) => ({
      searchId: row.search_id,
      providerId: row.provider_id,
      state: 'booked',
      mode: row.mode,
      quoteId: row.quote_id,
      totalMinor: row.total_minor,
      depositMinor: row.deposit_minor,
    })),
  )

/** Posts the confirmation into the conversation of each booking. */
export const postConfirmed = (ctx: Context, { rows }: Confirmed): Promise<void> =>
  sayBooked(
    ctx,
    rows.map((row) => ({
      searchId: row.search_id,
      accountId: row.account_id as string,
      providerId: row.provider_id,
      values: { at: row.starts_at.toISOString(), timeZone: row.tz },
    })),
  )

/** Updates the open pages of both parties. */
export const publishConfirmed = (ctx: Context, { rows, parties }: Confirmed): Promise<void> =>
  announceAll(
    ctx,
    rows.map((row) => ({
      to: audienceOf(row, parties.get(row.id)?.providerAccount ?? null),
      kind: 'appointment.booked',
      ref: row.id,
    })),
  )
