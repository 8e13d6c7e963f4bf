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

export interface PartyPerson {
  guestId: string
  appointmentId: string
  person: number
  name: string
  services: string[]
  /** True for the booker's own place. Bookers review by their own link. */
  isBooker: boolean
}

/**
 * Works even after the day. Throws the same `not_found` for an invalid or revoked key and for someone outside the
 * party. Must not run inside a transaction.
 */
export async function getPersonByKey(ctx: Context, key: string): Promise<PartyPerson> {
  const linkId = await openLinkKey(ctx.database, ctx.env, 'guest', key)
  const guest = linkId ? await findGuestOfLink(ctx.db, linkId) : undefined
  const row = guest && (await findAppointmentById(ctx.db, guest.appointment_id))
  const found = guest && row ? toPartyPerson(row, guest) : null
  if (!found) throw new Refusal('not_found')
  return found
}

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
 * The booker's place has their full name. Without one, it is the first with their first name or without a name, because
 * the search puts the booker first.
 */
function isBookersPlace(booker: string, person: number, name: string): boolean {
  const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')
  const [full, written] = [plain(booker), plain(name)]
  if (written && written === full) return true
  return person === 1 && (written === '' || written === full.split(' ')[0])
}

export async function getPartyPeople(ctx: Context, appointmentId: string): Promise<PartyPerson[]> {
  const row = await getProviderAppointment(ctx, appointmentId)
  return (await listGuests(ctx.db, row.id)).flatMap((guest) => toPartyPerson(row, guest) ?? [])
}
