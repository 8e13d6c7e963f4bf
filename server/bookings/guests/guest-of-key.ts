import { appointmentById, type AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { dayOver } from '#server/bookings/appointments/may.ts'
import type { Context } from '#server/platform/context.ts'
import { openedBy } from '#server/platform/http/act-key.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type GuestOf, guestOfLink } from './guest-queries.ts'

/** What the link of a guest opens; the same 'not found' for a key that is not ours, one that was taken back or renewed, and one whose day is over. Not inside a transaction. */
export async function guestOfKey(ctx: Context, key: string): Promise<{ guest: GuestOf; row: AppointmentRow }> {
  const linkId = await openedBy(ctx.database, ctx.env, 'guest', key)
  const guest = linkId ? await guestOfLink(ctx.db, linkId) : undefined
  const row = guest && (await appointmentById(ctx.db, guest.appointment_id))
  if (!guest || !row || dayOver(row, ctx.now)) throw new Refusal('not_found')
  return { guest, row }
}
