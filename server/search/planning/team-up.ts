import type { Party } from './party.ts'
import { type BoundedTeam, listBoundedTeams, chooseTriedInThrees } from './team-bounds.ts'
import type { WantedService, Member, TeamUp } from './member.ts'
import { type Budget, minutesOfUnit, planTeam, isSearchBudgetSpent, computeTeamWeight } from './team-plan.ts'

export type TeamUps = {
  /** Best first: the price, and what people wait, weigh together. */
  teams: TeamUp[]
  /** False where the work ran out before everything was looked at: these are the best that were found by then. */
  complete: boolean
}

type Wanted = {
  /** How many teams are wanted. */
  keep: number
  /** Members by their places who are in each of them. */
  fixed?: readonly number[]
  /** How much work may be done, of all and of one team: steps and people's services that are laid out. It decides alone, so that the same question has the same answer, unless the machine is so slow that it takes longer than so many milliseconds. */
  work?: number
  ofTeam?: number
  withinMs?: number
}

const mostWork = 8_000
/** The least that one team may have of it; where there are few teams, each has its part of all. */
const leastOfTeam = 800
const mostMs = 400
/** In how many of the teams one artist may be: six teams around one of them are one team. */
const mostWithOne = 3
/**
 * The best teams who have the whole party ready in time: of two where there are such, else of three. Each artist of a team
 * works, nobody is with two at once, and one person's services are done in the catalogue's sequence. What weighs is the price and what people wait between two services, an hour of which is
 * worth six units of the price. The first is exact where the pairs of the list are few enough for `work` and a party's services
 * few enough to be laid in every order; else the best found.
 */
export function findTeamUps(
  party: Party,
  asked: readonly WantedService[],
  pool: readonly Member[],
  { keep, fixed = [], work = mostWork, ofTeam = partOfWork(work, pool.length), withinMs = mostMs }: Wanted,
): TeamUps {
  const budget = { left: work, until: performance.now() + withinMs, ofTeam, cut: false }
  const everyone = [...pool.keys()]
  const of = (two: boolean) =>
    best(
      party,
      asked,
      pool,
      listBoundedTeams(party, pool, two ? everyone : chooseTriedInThrees(party, pool, fixed), two, fixed),
      keep,
      budget,
    )
  const pairs = fixed.length <= 2 ? of(true) : []
  const teams = pairs.length > 0 ? pairs : of(false)
  return { teams, complete: isComplete(budget) }
}

function partOfWork(work: number, artists: number): number {
  const pairs = (artists * (artists - 1)) / 2
  return Math.max(leastOfTeam, Math.floor(work / Math.max(1, pairs)))
}

const isComplete = (budget: Budget): boolean => !isSearchBudgetSpent(budget) && !budget.cut

/** Tries teams in the order of what they cost at least, until nothing better can come. */
function best(
  party: Party,
  asked: readonly WantedService[],
  pool: readonly Member[],
  teams: Iterable<BoundedTeam>,
  keep: number,
  budget: Budget,
): TeamUp[] {
  const found: TeamUp[] = []
  let shown: TeamUp[] = []
  for (const { team, least } of teams) {
    if (
      isSearchBudgetSpent(budget) ||
      (shown.length === keep && least * minutesOfUnit >= computeTeamWeight(shown.at(-1) as TeamUp))
    )
      break
    const members = team.map((m) => pool[m] as Member)
    const one = planTeam(party, asked, members, budget)
    if (!one) continue
    found.push({ ...one, members: team })
    found.sort(
      (a, b) => computeTeamWeight(a) - computeTeamWeight(b) || a.units - b.units || order(a.members, b.members),
    )
    shown = varied(found, keep)
  }
  return shown
}

const order = (a: readonly number[], b: readonly number[]): number => {
  for (const [i, one] of a.entries()) if (one !== b[i]) return one - (b[i] as number)
  return 0
}

function varied(found: readonly TeamUp[], keep: number): TeamUp[] {
  const times = new Map<number, number>()
  const shown: TeamUp[] = []
  for (const one of found) {
    if (shown.length === keep) break
    if (one.members.filter((m) => (times.get(m) ?? 0) >= mostWithOne).length > one.members.length - 1) continue
    for (const m of one.members) times.set(m, (times.get(m) ?? 0) + 1)
    shown.push(one)
  }
  return shown
}
