import type { AppointmentRow, MoveRow } from '#server/bookings/appointments/appointment-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { deleteGuests, guestsOf, seat } from './guest-queries.ts'
import { seatsAfter } from './seats-after.ts'

/** Takes guests to their places in a party that has changed; whoever is not of it any more is forgotten with all they said. Answers the names in the chairs: what a guest has said since the change was asked for counts. In the caller's transaction. */
export async function seatGuests({ db }: Pick<Context, 'db'>, row: AppointmentRow, move: MoveRow): Promise<string[]> {
  const guests = await guestsOf(db, row.id)
  const { seats, gone } = seatsAfter(guests, move)
  await deleteGuests(db, gone)
  await seat(db, seats)
  const names = [...(move.names ?? [])]
  for (const { id, person } of seats) {
    const guest = guests.find((one) => one.id === id)
    if (person !== null && guest?.name && guest.answered_at && guest.answered_at > move.created_at)
      names[person - 1] = guest.name
  }
  return names
}
