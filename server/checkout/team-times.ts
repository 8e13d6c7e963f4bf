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
 * Returns a function that checks whether a new plan would put a person with two artists at once, or null without a
 * team. `was` maps each person of the plan to their previous place (0 for new people).
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
      const here = listSeatedServices(plan, (person) =>
        before(person) === 0 ? 0 : people ? null : (own[before(person) - 1] ?? 0),
      )
      const there = listSeatedServices(body.plan, (person) => (changed ? null : (theirs[person - 1] ?? 0)))
      return isWithTwoAtOnce(here, there, new Set(own.filter((who) => theirs.includes(who))))
    })
}

/**
 * Throws if the plan puts a person with two artists at once. Runs in the caller's transaction and locks the team's
 * bookings against moves.
 */
export async function assertNotWithTwoAtOnce(
  db: Db,
  part: Part,
  plan: Blocks,
  was?: readonly number[] | null,
): Promise<void> {
  const clashes = await createTeammateCheck(db, part, { lock: true })
  if (clashes?.(plan, was)) throw new Refusal('slot_taken')
}

/** A service of one person, in epoch milliseconds. `who` is null if a change of the party left the person unknown. */
export type SeatedService = { who: number | null; from: number; to: number }

/** A person who is unknown may be any person that both artists serve. */
export const isWithTwoAtOnce = (
  own: readonly SeatedService[],
  mates: readonly SeatedService[],
  shared: ReadonlySet<number>,
): boolean => {
  const same = (a: SeatedService, b: SeatedService) =>
    a.who !== null && b.who !== null ? a.who === b.who : [a.who, b.who].every((who) => who === null || shared.has(who))
  return shared.size > 0 && own.some((a) => mates.some((b) => a.from < b.to && b.from < a.to && same(a, b)))
}

export const listSeatedServices = (
  { blocks }: Pick<Plan, 'blocks'>,
  who: (person: number) => number | null,
): SeatedService[] =>
  blocks.map(({ person, from, to }) => ({ who: who(person), from: Date.parse(from), to: Date.parse(to) }))

export type PartSat = { people: readonly number[]; sat: readonly SeatedService[] }

export const hasAnyoneWithTwoAtOnce = (parts: readonly PartSat[]): boolean =>
  parts.some((a, i) =>
    parts
      .slice(i + 1)
      .some((b) => isWithTwoAtOnce(a.sat, b.sat, new Set(a.people.filter((who) => b.people.includes(who))))),
  )

/** Open pages of teammates reload, because a delay of one artist may affect the next. */
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
