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

/** A person of a party, for use after the day. */
export interface PartyPerson {
  guestId: string
  appointmentId: string
  /** Place in the plan. */
  person: number
  name: string
  /** Services as named in the booking. */
  services: string[]
  /** True for the booker's own place: they review by their own link. */
  isBooker: boolean
}

/**
 * Returns the person of a link, even after the day. Throws the same `not_found` for an invalid or revoked key and for
 * someone outside the party. Not inside a transaction.
 */
export async function getPersonByKey(ctx: Context, key: string): Promise<PartyPerson> {
  const linkId = await openLinkKey(ctx.database, ctx.env, 'guest', key)
  const guest = linkId ? await findGuestOfLink(ctx.db, linkId) : undefined
  const row = guest && (await findAppointmentById(ctx.db, guest.appointment_id))
  const found = guest && row ? toPartyPerson(row, guest) : null
  if (!found) throw new Refusal('not_found')
  return found
}

/** Returns a guest as a person of the party, or null without a seat. */
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
 * Returns whether a place is the booker's: one with their full name, else the first with their first name or without a
 * name (the search puts the booker first).
 */
function isBookersPlace(booker: string, person: number, name: string): boolean {
  const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')
  const [full, written] = [plain(booker), plain(name)]
  if (written && written === full) return true
  return person === 1 && (written === '' || written === full.split(' ')[0])
}

/** Returns the people on the guest list of one of the artist's appointments. Throws `not_found` for others. */
export async function getPartyPeople(ctx: Context, appointmentId: string): Promise<PartyPerson[]> {
  const row = await getProviderAppointment(ctx, appointmentId)
  return (await listGuests(ctx.db, row.id)).flatMap((guest) => toPartyPerson(row, guest) ?? [])
}
