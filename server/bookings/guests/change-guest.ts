import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { guests } from '#contract/bookings/guests/guests.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentBooking } from '#server/bookings/appointments/present-booking.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteGuests, guestsOf, updateGuest } from './guest-queries.ts'
import { lockForGuests } from './lock-for-guests.ts'

/** What whoever booked does with a guest: another link in place of the one before, none, a no to what they ask for, or forgetting somebody who is not of the party. */
export async function changeGuest(
  ctx: Context,
  { appointmentId, guestId, act }: InputOf<typeof guests.change>,
): Promise<OutputOf<typeof guests.change>> {
  await ownAppointment(ctx, appointmentId)
  return ctx.once(async (tx) => {
    const row = await lockForGuests(tx, appointmentId, { after: act === 'renew' || act === 'end' })
    const guest = (await guestsOf(tx.db, row.id)).find(({ id }) => id === guestId)
    if (!guest) throw new Refusal('not_found')
    if (act === 'renew') await updateGuest(tx.db, guest.id, { link_id: crypto.randomUUID() })
    if (act === 'end') await updateGuest(tx.db, guest.id, { link_id: null })
    if (act === 'decline') {
      if (!guest.services) throw new Refusal('state_changed')
      await updateGuest(tx.db, guest.id, { declined_at: guest.declined_at ?? tx.now })
    }
    if (act === 'forget') {
      if (guest.person !== null) throw new Refusal('state_changed')
      await deleteGuests(tx.db, [guest.id])
    }
    return presentBooking(tx, row.id)
  })
}
