import type { Party } from './party.ts'
import { type BoundedTeam, listBoundedTeams, chooseTriedInThrees } from './team-bounds.ts'
import type { WantedService, Member, TeamUp } from './member.ts'
import { type Budget, minutesOfUnit, planTeam, isSearchBudgetSpent, computeTeamWeight } from './team-plan.ts'

export type TeamUps = {
  teams: TeamUp[]
  /** False if the work limit was reached before the search was complete. */
  complete: boolean
}

type Wanted = {
  keep: number
  /** Indexes of members required in every team. */
  fixed?: readonly number[]
  /**
   * Work limits in total and per team, in steps and laid-out services. Deterministic, unless a slow machine reaches the
   * timeout in milliseconds.
   */
  work?: number
  ofTeam?: number
  withinMs?: number
}

const mostWork = 8_000
/** Minimum work per team; with few teams, the total is divided among them. */
const leastOfTeam = 800
const mostMs = 400
/** Maximum teams per artist, for variety. */
const mostWithOne = 3
/**
 * Returns the best teams of two, else of three, who have the whole party ready in time. Everyone in a team works, no
 * one is with two artists at once, and services follow the catalogue's sequence. Weighs price and waiting: one hour
 * equals six units of price. The first team is optimal for small lists and parties within `work`, else the best found.
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

/** Tries teams by ascending lower bound until no better one is possible. */
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
