import type { TeamGuest } from '#contract/appointments/appointment.ts'
import { limits } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { guests } from '#contract/party/guests.ts'
import type { Db } from '#db/database.ts'
import {
  type AppointmentRow,
  getCustomerAppointment,
  listMoves,
  presentBooking,
  presentParty,
} from '#server/appointments/index.ts'
import { findBillOfAppointment, listSharesOfBill } from '#server/checkout/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockForGuests, presentGuestRows } from './guests.ts'
import {
  deleteGuests,
  type GuestOf,
  insertGuest,
  listGuests,
  listRowsOfGuest,
  listTeamBookings,
  lockTeamBookings,
  type TeamBooking,
  updateGuest,
} from './guests.queries.ts'

export async function inviteGuest(
  ctx: Context,
  { appointmentId, person, name }: InputOf<typeof guests.invite>,
): Promise<OutputOf<typeof guests.invite>> {
  const { search_id: searchId } = await getCustomerAppointment(ctx, appointmentId)
  return ctx.idempotent(async (tx) => {
    await lockTeamBookings(tx.db, searchId)
    const row = await lockForGuests(tx, appointmentId, { after: person !== null })
    if (person !== null && !presentParty(row).some((of) => of.person === person)) throw new Refusal('state_changed')
    const guest = person === null ? undefined : (await listGuests(tx.db, row.id)).find((of) => of.person === person)
    const places = await listPlacesToLink(tx, { row, person, guest })
    await saveGuestLinks(tx, places, { name, shareId: await shareOf(tx, row, person) })
    return presentBooking(tx, row.id)
  })
}

/** A person's own place and, before the day, those with the other artists of a team. */
async function listPlacesToLink(tx: Context, own: GuestPlace): Promise<GuestPlace[]> {
  if (own.person === null || own.row.ends_at <= tx.now) return [own]
  return [own, ...(await listPlacesElsewhere(tx.db, own))]
}

// Null once the party has changed, since shares refer to booked places.
async function shareOf({ db }: Context, row: AppointmentRow, person: number | null): Promise<string | null> {
  if (person === null || row.people !== null) return null
  const bill = await findBillOfAppointment(db, row.id)
  const shares = bill ? await listSharesOfBill(db, bill.hold_id) : []
  return shares.find((of) => of.person === person)?.id ?? null
}

/** Renews or revokes a guest's links, declines their request, or removes a guest outside the party. */
export async function changeGuest(
  ctx: Context,
  { appointmentId, guestId, act }: InputOf<typeof guests.change>,
): Promise<OutputOf<typeof guests.change>> {
  const { search_id: searchId } = await getCustomerAppointment(ctx, appointmentId)
  return ctx.idempotent(async (tx) => {
    await lockTeamBookings(tx.db, searchId)
    const row = await lockForGuests(tx, appointmentId, { after: act === 'renew' || act === 'end' })
    const guest = (await listGuests(tx.db, row.id)).find(({ id }) => id === guestId)
    if (!guest) throw new Refusal('not_found')
    if (act === 'renew' || act === 'end') {
      const places = await listPlacesToLink(tx, { row, person: guest.person, guest })
      if (act === 'renew') await saveGuestLinks(tx, places, { name: guest.name, shareId: null, renew: true })
      else for (const { guest: one } of places) if (one) await updateGuest(tx.db, one.id, { link_id: null })
    }
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

/** A person's place in one booking; `guest` is undefined until they have a link there. */
type GuestPlace = { row: AppointmentRow; person: number | null; guest: GuestOf | undefined }

/**
 * Lists the places of the same person in the other bookings of a team. Those whose party was changed are found by the
 * guest's row only, since their people can no longer be compared with the whole party.
 */
async function listPlacesElsewhere(db: Db, { row, person, guest }: GuestPlace): Promise<GuestPlace[]> {
  const team = await listTeamBookings(db, row.search_id)
  const seat = getSeat(
    team.find(({ id }) => id === row.id),
    person,
  )
  const linked = guest ? await listRowsOfGuest(db, guest) : []
  const places: GuestPlace[] = []
  for (const booking of team) {
    if (booking.id === row.id) continue
    const known = linked.find(({ appointment_id }) => appointment_id === booking.id)
    const at = known ? known.person : findPersonOfSeat(booking, seat)
    if (known) places.push({ row: booking, person: at, guest: known })
    else if (at !== null)
      places.push({
        row: booking,
        person: at,
        guest: (await listGuests(db, booking.id)).find((one) => one.person === at),
      })
  }
  return places
}

/** The index of a person within the whole party; null for guests outside it and after a change of the party. */
function getSeat(booking: TeamBooking | undefined, person: number | null): number | null {
  if (!booking || person === null || booking.people !== null) return null
  return booking.seats[person - 1] ?? null
}

function findPersonOfSeat(booking: TeamBooking, seat: number | null): number | null {
  const index = seat === null || booking.people !== null ? -1 : booking.seats.indexOf(seat)
  return index < 0 ? null : index + 1
}

/**
 * Gives a person one link for all their places, in the caller's transaction. Places without a row get one with the
 * answers that the guest has already given. `renew` invalidates earlier links. Throws `too_many_guests`.
 */
async function saveGuestLinks(
  tx: Context,
  places: readonly GuestPlace[],
  { name, shareId, renew = false }: { name: string; shareId: string | null; renew?: boolean },
): Promise<void> {
  const rows = places.flatMap(({ guest }) => guest ?? [])
  const answered = rows.find(({ answered_at }) => answered_at !== null)
  const personId =
    places.length > 1 ? (rows.find(({ person_id }) => person_id)?.person_id ?? crypto.randomUUID()) : null
  for (const { row, person, guest } of places) {
    if (guest) {
      const link_id = renew || guest.link_id === null ? crypto.randomUUID() : guest.link_id
      await updateGuest(tx.db, guest.id, { link_id, person_id: personId ?? guest.person_id })
      continue
    }
    const taken = new Set((await listGuests(tx.db, row.id)).map(({ no }) => no))
    const no = Array.from({ length: limits.people }, (_, i) => i + 1).find((place) => !taken.has(place))
    if (no === undefined) throw new Refusal('too_many_guests')
    await insertGuest(tx.db, {
      appointment_id: row.id,
      no,
      person,
      person_id: personId,
      name: answered?.name || name || (row.names[(person ?? 0) - 1] ?? ''),
      link_id: crypto.randomUUID(),
      share_id: shareId,
      created_at: tx.now,
      ...(answered && {
        look: answered.look,
        allergies: answered.allergies,
        allergies_consent_at: answered.allergies_consent_at,
        allergies_consent_version: answered.allergies_consent_version,
        email: answered.email,
        answered_at: answered.answered_at,
      }),
    })
  }
}

/**
 * Presents the booker's guest list across the bookings of a team: each person once, in the order of the whole party,
 * then guests outside it. Null without a team.
 */
export async function presentTeamGuests(ctx: Context, row: AppointmentRow): Promise<TeamGuest[] | null> {
  const team = await listTeamBookings(ctx.db, row.search_id)
  if (team.length < 2 || !team.some(({ id }) => id === row.id)) return null
  const moves = new Set(
    (
      await listMoves(
        ctx.db,
        team.map(({ id }) => id),
      )
    ).map((move) => move.appointment_id),
  )
  type Entry = { seat: number | null; personIds: Set<string>; rows: TeamGuest }
  const people: Entry[] = []
  for (const booking of team) {
    const personIds = new Map((await listGuests(ctx.db, booking.id)).map(({ id, person_id }) => [id, person_id]))
    for (const guest of await presentGuestRows(ctx, booking, 'customer', [])) {
      const seat = getSeat(booking, guest.person)
      const personId = guest.id === null ? null : (personIds.get(guest.id) ?? null)
      const shown = { appointmentId: booking.id, provider: booking.provider_name, waiting: moves.has(booking.id) }
      const known = people.find(
        (one) => (seat !== null && one.seat === seat) || (personId !== null && one.personIds.has(personId)),
      )
      const entry = known ?? { seat, personIds: new Set<string>(), rows: [] }
      if (!known) people.push(entry)
      if (personId !== null) entry.personIds.add(personId)
      entry.seat ??= seat
      entry.rows.push({ ...shown, row: guest })
    }
  }
  return people.toSorted((a, b) => (a.seat ?? limits.people) - (b.seat ?? limits.people)).map(({ rows }) => rows)
}
