import type { Plan } from '#contract/search/quotes.ts'

/** A service of a person of a whole party, in milliseconds; `who` is null where a change of the party has left it open who that is. */
export type Sat = { who: number | null; from: number; to: number }

/** Whether somebody whom two artists of a team share would be with both at once; who is not known may be any whom they share. */
export const twoAtOnce = (own: readonly Sat[], mates: readonly Sat[], shared: ReadonlySet<number>): boolean => {
  const same = (a: Sat, b: Sat) =>
    a.who !== null && b.who !== null ? a.who === b.who : [a.who, b.who].every((who) => who === null || shared.has(who))
  return shared.size > 0 && own.some((a) => mates.some((b) => a.from < b.to && b.from < a.to && same(a, b)))
}

/** When those whom a plan is for are with its artist. */
export const satOf = ({ blocks }: Pick<Plan, 'blocks'>, who: (person: number) => number | null): Sat[] =>
  blocks.map(({ person, from, to }) => ({ who: who(person), from: Date.parse(from), to: Date.parse(to) }))

export type PartSat = { people: readonly number[]; sat: readonly Sat[] }

/** Whether somebody would be with two artists at once by the plans of all parts of a team. */
export const anyTwoAtOnce = (parts: readonly PartSat[]): boolean =>
  parts.some((a, i) =>
    parts.slice(i + 1).some((b) => twoAtOnce(a.sat, b.sat, new Set(a.people.filter((who) => b.people.includes(who))))),
  )
