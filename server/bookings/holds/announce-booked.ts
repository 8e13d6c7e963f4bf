import { openContacts, sayEvent } from '#server/messaging/door.ts'
import type { Sender } from '#server/notifications/door.ts'
import type { QuoteRow } from '#server/search/locked-quotes/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { setAct } from '#server/search/acts/door.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { tellBooked } from './tell-booked.ts'
import { audienceOf } from '#server/bookings/notices/audience-of.ts'

/** Says it everywhere at once: on the quotes page, in the conversation, to both by notice, to open pages. */
export async function announceBooked(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  quote: QuoteRow,
): Promise<void> {
  const between = { searchId: row.search_id, accountId: row.account_id as string, providerId: row.provider_id }
  await setAct(ctx, {
    searchId: row.search_id,
    providerId: row.provider_id,
    state: 'booked',
    mode: row.mode,
    quoteId: row.quote_id,
    totalMinor: row.total_minor,
    depositMinor: row.deposit_minor,
  })
  await sayEvent(ctx, { ...between, kind: 'booked', values: { at: row.starts_at.toISOString(), timeZone: row.tz } })
  await openContacts(ctx, between)
  await tellBooked(ctx, sender, row)
  await announce(ctx, { to: audienceOf(row, quote.provider_account_id), kind: 'appointment.booked', ref: row.id })
}
