import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import { guestsOf } from './guest-queries.ts'
import { type PartyPerson, personIn } from './person-of-key.ts'

/** The people of an appointment of the caller's who have a place on its guest list; somebody else's is not found. */
export async function partyPeople(ctx: Context, appointmentId: string): Promise<PartyPerson[]> {
  const row = await appointmentOfOwn(ctx, appointmentId)
  return (await guestsOf(ctx.db, row.id)).flatMap((guest) => personIn(row, guest) ?? [])
}
