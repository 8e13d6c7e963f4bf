import { sayBooked } from '#server/messaging/index.ts'
import type { Sender } from '#server/notifications/index.ts'
import { announceAll } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { setActs } from '#server/search/index.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { audienceOf } from '#server/bookings/notices/audience-of.ts'
import { partiesOfAll } from '#server/bookings/notices/tell-queries.ts'
import { notifyBooked } from '#server/bookings/linked-appointments/notify.ts'
import { tellBooked } from './tell-booked.ts'

/** Publishes new bookings on the quotes page, in the conversation and on open pages, and notifies both sides. In the caller's transaction. */
export async function announceBooked(ctx: Context, sender: Sender, rows: readonly AppointmentRow[]): Promise<void> {
  const parties = await partiesOfAll(
    ctx.db,
    rows.map(({ id }) => id),
  )
  await setActs(
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
  await sayBooked(
    ctx,
    rows.map((row) => ({
      searchId: row.search_id,
      accountId: row.account_id as string,
      providerId: row.provider_id,
      values: { at: row.starts_at.toISOString(), timeZone: row.tz },
    })),
  )
  await tellBooked(ctx, sender, rows, parties)
  await notifyBooked(ctx, sender, rows)
  await announceAll(
    ctx,
    rows.map((row) => ({
      to: audienceOf(row, parties.get(row.id)?.providerAccount ?? null),
      kind: 'appointment.booked',
      ref: row.id,
    })),
  )
}
