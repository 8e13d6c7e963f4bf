import type { Plan } from '#contract/search/quotes.ts'
import type { Db } from '#db/database.ts'
import { type AppointmentRow, getAudience } from '#server/appointments/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listTeammates, listTeammateSeats } from './team-holds.queries.ts'
import type { Context } from '#server/platform/context.ts'
import { announceEvents } from '#server/platform/live/announce.ts'

type Part = Pick<AppointmentRow, 'search_id' | 'people'>
type Blocks = Pick<Plan, 'blocks'>

/**
 * Whether with another plan for a booking somebody would be with two artists of a team at once, by what the others are booked for;
 * `was` says of each person of that plan who they are of the party before, 0 for nobody. Null where it is no part of a team.
 */
export async function createTeammateCheck(
  db: Db,
  { search_id, people }: Part,
  { lock = false } = {},
): Promise<((plan: Blocks, was?: readonly number[] | null) => boolean) | null> {
  const mates = await listTeammateSeats(db, search_id, { lock })
  if (mates.length === 0) return null
  return (plan, was) =>
    mates.some(({ own, people: theirs, changed, body }) => {
      const before = (person: number) => (was ? (was[person - 1] ?? 0) : person)
      // Whoever has joined since is with nobody else of the team.
      const here = listSeatedServices(plan, (person) =>
        before(person) === 0 ? 0 : people ? null : (own[before(person) - 1] ?? 0),
      )
      const there = listSeatedServices(body.plan, (person) => (changed ? null : (theirs[person - 1] ?? 0)))
      return isWithTwoAtOnce(here, there, new Set(own.filter((who) => theirs.includes(who))))
    })
}

/** Refuses such a plan. In the caller's transaction, which keeps the rest of the team from moving meanwhile. */
export async function assertNotWithTwoAtOnce(
  db: Db,
  part: Part,
  plan: Blocks,
  was?: readonly number[] | null,
): Promise<void> {
  const clashes = await createTeammateCheck(db, part, { lock: true })
  if (clashes?.(plan, was)) throw new Refusal('slot_taken')
}

/** A service of a person of a whole party, in milliseconds; `who` is null where a change of the party has left it open who that is. */
export type SeatedService = { who: number | null; from: number; to: number }

/** Whether somebody whom two artists of a team share would be with both at once; who is not known may be any whom they share. */
export const isWithTwoAtOnce = (
  own: readonly SeatedService[],
  mates: readonly SeatedService[],
  shared: ReadonlySet<number>,
): boolean => {
  const same = (a: SeatedService, b: SeatedService) =>
    a.who !== null && b.who !== null ? a.who === b.who : [a.who, b.who].every((who) => who === null || shared.has(who))
  return shared.size > 0 && own.some((a) => mates.some((b) => a.from < b.to && b.from < a.to && same(a, b)))
}

/** When those whom a plan is for are with its artist. */
export const listSeatedServices = (
  { blocks }: Pick<Plan, 'blocks'>,
  who: (person: number) => number | null,
): SeatedService[] =>
  blocks.map(({ person, from, to }) => ({ who: who(person), from: Date.parse(from), to: Date.parse(to) }))

export type PartSat = { people: readonly number[]; sat: readonly SeatedService[] }

/** Whether somebody would be with two artists at once by the plans of all parts of a team. */
export const hasAnyoneWithTwoAtOnce = (parts: readonly PartSat[]): boolean =>
  parts.some((a, i) =>
    parts
      .slice(i + 1)
      .some((b) => isWithTwoAtOnce(a.sat, b.sat, new Set(a.people.filter((who) => b.people.includes(who))))),
  )

/** Has the open pages of the others’ parts of a party ask anew: what one artist says may move whoever sits with another next. */
export async function announceToTeammates(
  tx: Context,
  { search_id }: Pick<AppointmentRow, 'search_id'>,
): Promise<void> {
  const mates = await listTeammates(tx.db, search_id)
  await announceEvents(
    tx,
    mates.map((mate) => ({ to: getAudience(mate, mate.artist), kind: 'appointment.mate', ref: mate.id })),
  )
}
