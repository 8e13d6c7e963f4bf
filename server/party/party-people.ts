import {
  findAppointmentById,
  getProviderAppointment,
  type AppointmentRow,
  presentParty,
} from '#server/appointments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { createLinkKey, openLinkKey } from '#server/platform/http/act-key.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type GuestOf, findGuestOfLink, listGuests, listOtherGuestRows, listRowsOfGuest } from './guests.queries.ts'

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
 * Works even after the day. In a team, a cancelled booking is replaced by another of the same person. Throws the same
 * `not_found` for an invalid or revoked key and for someone outside the party. Must not run inside a transaction.
 */
export async function getPersonByKey(ctx: Context, key: string): Promise<PartyPerson> {
  const linkId = await openLinkKey(ctx.database, ctx.env, 'guest', key)
  const guest = linkId ? await findGuestOfLink(ctx.db, linkId) : undefined
  const rows = guest ? [guest, ...(await listRowsOfGuest(ctx.db, guest)).filter(({ id }) => id !== guest.id)] : []
  const found: { row: AppointmentRow; person: PartyPerson | null }[] = []
  for (const one of rows) {
    const row = await findAppointmentById(ctx.db, one.appointment_id)
    if (row) found.push({ row, person: toPartyPerson(row, one) })
  }
  const { person } = found.find(({ row }) => row.state !== 'cancelled') ?? found[0] ?? { person: null }
  if (!person) throw new Refusal('not_found')
  return person
}

/** Lists the links of the same person for the other artists of a team who came. */
export async function listOtherLinks(ctx: Context, guestId: string): Promise<{ provider: string; key: string }[]> {
  const links: { provider: string; key: string }[] = []
  for (const { link_id, provider } of await listOtherGuestRows(ctx.db, guestId))
    if (link_id) links.push({ provider, key: await createLinkKey(ctx.database, ctx.env, 'guest', link_id) })
  return links
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
