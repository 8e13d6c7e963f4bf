import { limits } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { guests } from '#contract/bookings/guests/guests.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentBooking } from '#server/bookings/appointments/present-booking.ts'
import { partyIn } from '#server/bookings/moves/party-in.ts'
import { billOfAppointment, sharesOfBill } from '#server/bookings/split/split-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { guestsOf, insertGuest, updateGuest } from './guest-queries.ts'
import { lockForGuests } from './lock-for-guests.ts'

/** Makes a link for a person of the party, or for somebody who shall come to it; who has one already keeps it. */
export async function inviteGuest(
  ctx: Context,
  { appointmentId, person, name }: InputOf<typeof guests.invite>,
): Promise<OutputOf<typeof guests.invite>> {
  await ownAppointment(ctx, appointmentId)
  return ctx.once(async (tx) => {
    const row = await lockForGuests(tx, appointmentId, { after: person !== null })
    if (person !== null && !partyIn(row).some((of) => of.person === person)) throw new Refusal('state_changed')
    const all = await guestsOf(tx.db, row.id)
    const known = person === null ? undefined : all.find((of) => of.person === person)
    if (known) {
      if (!known.link_id) await updateGuest(tx.db, known.id, { link_id: crypto.randomUUID() })
    } else {
      const places = Array.from({ length: limits.people }, (_, i) => i + 1)
      const no = places.find((place) => !all.some((of) => of.no === place))
      if (no === undefined) throw new Refusal('too_many_guests')
      await insertGuest(tx.db, {
        appointment_id: row.id,
        no,
        person,
        name: name || (row.names[(person ?? 0) - 1] ?? ''),
        link_id: crypto.randomUUID(),
        share_id: await shareOf(tx, row, person),
        created_at: tx.now,
      })
    }
    return presentBooking(tx, row.id)
  })
}

// Places of a bill are those that were booked: once the party has changed nobody's can be told from theirs.
async function shareOf({ db }: Context, row: AppointmentRow, person: number | null): Promise<string | null> {
  if (person === null || row.people !== null) return null
  const bill = await billOfAppointment(db, row.id)
  const shares = bill ? await sharesOfBill(db, bill.hold_id) : []
  return shares.find((of) => of.person === person)?.id ?? null
}
