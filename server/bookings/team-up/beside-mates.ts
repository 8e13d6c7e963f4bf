import type { Plan } from '#contract/search/quotes.ts'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { matesSat } from './mates-sat-queries.ts'
import { satOf, twoAtOnce } from './two-at-once.ts'

type Part = Pick<AppointmentRow, 'search_id' | 'people'>
type Blocks = Pick<Plan, 'blocks'>

/**
 * Whether with another plan for a booking somebody would be with two artists of a team at once, by what the others are booked for;
 * `was` says of each person of that plan who they are of the party before, 0 for nobody. Null where it is no part of a team.
 */
export async function besideMates(
  db: Db,
  { search_id, people }: Part,
  { lock = false } = {},
): Promise<((plan: Blocks, was?: readonly number[] | null) => boolean) | null> {
  const mates = await matesSat(db, search_id, { lock })
  if (mates.length === 0) return null
  return (plan, was) =>
    mates.some(({ own, people: theirs, changed, body }) => {
      const before = (person: number) => (was ? (was[person - 1] ?? 0) : person)
      // Whoever has joined since is with nobody else of the team.
      const here = satOf(plan, (person) => (before(person) === 0 ? 0 : people ? null : (own[before(person) - 1] ?? 0)))
      const there = satOf(body.plan, (person) => (changed ? null : (theirs[person - 1] ?? 0)))
      return twoAtOnce(here, there, new Set(own.filter((who) => theirs.includes(who))))
    })
}

/** Refuses such a plan. In the caller's transaction, which keeps the rest of the team from moving meanwhile. */
export async function refuseTwoAtOnce(db: Db, part: Part, plan: Blocks, was?: readonly number[] | null): Promise<void> {
  const clashes = await besideMates(db, part, { lock: true })
  if (clashes?.(plan, was)) throw new Refusal('slot_taken')
}
