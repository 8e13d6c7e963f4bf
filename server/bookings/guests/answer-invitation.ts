import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { guests } from '#contract/bookings/guests/guests.ts'
import { type AppointmentRow, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { partyIn } from '#server/bookings/moves/party-in.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { tell } from '#server/bookings/notices/tell.ts'
import { senderOf } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { refuseContact } from '#server/platform/validation/contact-details.ts'
import { asksOf, sameServices } from './asks-of.ts'
import { guestOfKey } from './guest-of-key.ts'
import { type GuestOf, guestOfLink, updateGuest } from './guest-queries.ts'
import { lockForGuests } from './lock-for-guests.ts'
import { offeredTo } from './offered-to.ts'
import { presentInvitation } from './present-invitation.ts'

type Answer = InputOf<typeof guests.answer>

/** A guest says who they are and what they would like. Their name and words stand at once; other services wait for whoever booked, who is told of them. */
export async function answerInvitation(ctx: Context, answer: Answer): Promise<OutputOf<typeof guests.answer>> {
  const known = await guestOfKey(ctx, answer.key)
  // Allergies may name whom to call; the other two are read by everyone of the party.
  for (const field of ['name', 'look'] as const) refuseContact(answer[field], field)
  const offered = await offeredTo(ctx, known.row)
  const labels = new Map(offered.map(({ id, label }) => [id, label]))
  for (const { id, label } of bookedFor(known.row, known.guest.person)) if (!labels.has(id)) labels.set(id, label)
  if (answer.services.some((id) => !labels.has(id))) throw refuseField('service_not_theirs', 'services')
  const sender = await senderOf(ctx)
  return ctx.transaction(async (tx) => {
    const row = await lockForGuests(tx, known.row.id)
    const guest = await guestOfLink(tx.db, known.guest.link_id ?? '')
    if (guest?.appointment_id !== row.id) throw new Refusal('not_found')
    const now = { ...guest, ...saidBy(guest, answer, row, labels, tx.now) }
    const { id: guestId, ...change } = now
    await updateGuest(tx.db, guestId, change)
    const shown = await nameOn(tx, row, now)
    await publishAppointment(tx, shown, 'appointment.changed')
    if (asksOf(now, bookedFor(row, guest.person)))
      // Once a day of one guest, however often they change their mind.
      await tell(tx, sender, shown, 'customer', 'guest.asks', {
        fact: `guest.asks ${guest.id} ${tx.now.toISOString().slice(0, 10)}`,
      })
    return { invitation: await presentInvitation(tx, now, shown, offered) }
  })
}

const bookedFor = (row: AppointmentRow, person: number | null) =>
  partyIn(row).find((of) => of.person === person)?.services ?? []

/** What is kept of an answer: services only where they are not what is booked; a no to the same ones stays. */
function saidBy(
  guest: GuestOf,
  { name, services, look, allergies }: Answer,
  row: AppointmentRow,
  labels: ReadonlyMap<string, string>,
  now: Date,
): Pick<GuestOf, 'name' | 'services' | 'labels' | 'look' | 'allergies' | 'answered_at' | 'declined_at'> {
  const booked = bookedFor(row, guest.person).map(({ id }) => id)
  const other = !sameServices(services, booked)
  const again = other && guest.services !== null && sameServices(services, guest.services)
  return {
    name,
    look,
    allergies,
    services: other ? services : null,
    labels: other ? services.map((id) => labels.get(id) ?? id) : null,
    declined_at: again ? guest.declined_at : null,
    answered_at: now,
  }
}

/** Their name in their chair on the run sheet. */
async function nameOn(tx: Context, row: AppointmentRow, { person, name }: GuestOf): Promise<AppointmentRow> {
  if (person === null || row.names[person - 1] === name) return row
  const names = Array.from({ length: Math.max(row.names.length, person) }, (_, i) => row.names[i] ?? '')
  names[person - 1] = name
  return updateAppointment(tx.db, row.id, { names, changed_at: tx.now, sequence: row.sequence + 1 })
}
