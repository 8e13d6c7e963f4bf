import type { Appointment, GuestRow } from '#contract/bookings/appointment.ts'
import type { PartyPerson } from '#contract/bookings/party.ts'

/** The party as it would be if these of its guests had what they ask for; who is not of it yet comes last. */
export const applyGuestWishes = (
  { party, guests }: Pick<Appointment, 'party' | 'guests'>,
  asking: readonly GuestRow[] = guests,
): PartyPerson[] => {
  const wishOf = (person: number) => asking.find((guest) => guest.person === person)?.asks
  const seated = party.map(({ person, name, services }) => ({
    person,
    guest: null,
    name,
    services: (wishOf(person) ?? services).map(({ id }) => id),
  }))
  const coming = asking
    .filter(({ person, asks }) => person === null && asks)
    .map(({ id, name, asks }) => ({ person: null, guest: id, name, services: (asks ?? []).map((one) => one.id) }))
  return [...seated, ...coming]
}
