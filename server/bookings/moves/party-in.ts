import type { PartyMember } from '#contract/bookings/appointment.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

/** The people of a plan by place, each with their name and what is done for them. */
export function partyIn({ body, names }: Pick<AppointmentRow, 'body' | 'names'>): PartyMember[] {
  const people = [...new Set(body.plan.blocks.map(({ person }) => person))].sort((a, b) => a - b)
  return people.map((person) => ({
    person,
    name: names[person - 1] ?? '',
    services: body.plan.blocks
      .filter((block) => block.person === person)
      .map(({ serviceId, label }) => ({ id: serviceId, label })),
  }))
}
