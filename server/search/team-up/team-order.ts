import { shownTeams, type TeamSort, type TeamUp } from '#contract/search/team-up.ts'

/** So many twentieths of what the cheapest costs may those ask who say of each other that they work together, and still come first: 15 % more. */
const mostTwentieths = 23

/** What part of the price a star of the team's score is worth, and a day that they have worked together; and how many days count. */
const worth = { star: 0.01, day: 0.01, days: 5 } as const

export type Ranked = Pick<TeamUp, 'total' | 'colleagues' | 'daysTogether' | 'waitingMinutes'> & {
  parts: readonly { artist: Pick<TeamUp['parts'][number]['artist'], 'rating'> }[]
}

/** The stars of a team: of all its artists together, none for whom nobody has reviewed yet. */
const scoreOf = ({ parts }: Ranked): number =>
  parts.reduce((all, { artist }) => all + (artist.rating ?? 0), 0) / parts.length

/** What a team weighs in the recommended order, the least first: its price, less a hundredth for each star and for each day that all of them have worked together, of at most five. */
const weightOf = (team: Ranked): number =>
  team.total * (1 - worth.star * scoreOf(team) - worth.day * Math.min(worth.days, team.daysTogether))

/** Teams as a list shows them; the recommended order has who works together first where they cost little more, then goes by `weightOf`, then by what people wait. */
export function inOrder<T extends Ranked>(found: readonly T[], sortBy: TeamSort): T[] {
  const cheapest = Math.min(...found.map(({ total }) => total))
  const first = (team: Ranked) => (team.colleagues && team.total * 20 <= cheapest * mostTwentieths ? 1 : 0)
  const by: Record<TeamSort, (a: T, b: T) => number> = {
    recommended: (a, b) => first(b) - first(a) || weightOf(a) - weightOf(b),
    price: () => 0,
    rating: (a, b) => scoreOf(b) - scoreOf(a),
    together: (a, b) => b.daysTogether - a.daysTogether || Number(b.colleagues) - Number(a.colleagues),
  }
  return found
    .toSorted((a, b) => by[sortBy](a, b) || a.total - b.total || a.waitingMinutes - b.waitingMinutes)
    .slice(0, shownTeams)
}
