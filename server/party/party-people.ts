import {
  findAppointmentById,
  getProviderAppointment,
  type AppointmentRow,
  presentParty,
} from '#server/appointments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { openLinkKey } from '#server/platform/http/act-key.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type GuestOf, findGuestOfLink, listGuests } from './guests.queries.ts'

/** A person of a party, as what comes after the day knows them. */
export interface PartyPerson {
  guestId: string
  appointmentId: string
  /** Their place in the plan. */
  person: number
  name: string
  /** What was done for them, as it was called when it was booked. */
  services: string[]
  /** Whether this place is the booker's own: they review by their own link. */
  isBooker: boolean
}

/** Whose link it is, also once the day is over; the same 'not found' for a key that is not ours, one that was taken back, and somebody who was not of the party. Not inside a transaction. */
export async function getPersonByKey(ctx: Context, key: string): Promise<PartyPerson> {
  const linkId = await openLinkKey(ctx.database, ctx.env, 'guest', key)
  const guest = linkId ? await findGuestOfLink(ctx.db, linkId) : undefined
  const row = guest && (await findAppointmentById(ctx.db, guest.appointment_id))
  const found = guest && row ? toPartyPerson(row, guest) : null
  if (!found) throw new Refusal('not_found')
  return found
}

/** A guest as a person of the party; null for somebody without a place in it. */
function toPartyPerson(row: AppointmentRow, { id, appointment_id, person, name }: GuestOf): PartyPerson | null {
  const member = person === null ? undefined : presentParty(row).find((of) => of.person === person)
  if (!member) return null
  return {
    guestId: id,
    appointmentId: appointment_id,
    person: member.person,
    name: member.name || name,
    services: [...new Set(member.services.map(({ label }) => label))],
    isBooker: isBookersPlace(row.requester.name, member.person, member.name || name),
  }
}

/**
 * Returns whether a place of a party is that of the person who booked: a place with their full name, or the first place
 * with their first name or no name at all (the search puts the booker first).
 */
function isBookersPlace(booker: string, person: number, name: string): boolean {
  const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')
  const [full, written] = [plain(booker), plain(name)]
  if (written && written === full) return true
  return person === 1 && (written === '' || written === full.split(' ')[0])
}

/** The people of an appointment of the caller's who have a place on its guest list; somebody else's is not found. */
export async function getPartyPeople(ctx: Context, appointmentId: string): Promise<PartyPerson[]> {
  const row = await getProviderAppointment(ctx, appointmentId)
  return (await listGuests(ctx.db, row.id)).flatMap((guest) => toPartyPerson(row, guest) ?? [])
}
