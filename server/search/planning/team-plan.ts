import { isTooMuch } from './joint.ts'
import type { Party } from './party.ts'
import type { WantedService, Member, TeamUp, SharePlan } from './member.ts'
import { buildJointBlocks, planTeamSeating } from './team-layout.ts'

/** Remaining work in total and per team, the deadline, and whether a limit was reached. */
export type Budget = { left: number; until: number; ofTeam: number; cut: boolean }

export const isSearchBudgetSpent = (budget: Budget): boolean => {
  if (budget.left > 0 && performance.now() > budget.until) budget.left = 0
  return budget.left <= 0
}

/** Ten minutes of waiting weigh one unit of price, an hour six. */
export const minutesOfUnit = 10

export const computeTeamWeight = ({ units, waiting }: Pick<TeamUp, 'units' | 'waiting'>): number =>
  units * minutesOfUnit + waiting

/**
 * Returns the plan of exactly these artists with the lowest weight of price and waiting. Null if there is none or the
 * work limit was reached.
 */
export function planTeam(
  party: Party,
  asked: readonly WantedService[],
  team: readonly Member[],
  budget: Budget,
): Omit<TeamUp, 'members'> | null {
  const looks = party.looks.map(({ count, wants }) => ({ count, wants, ways: waysOf(wants, team) }))
  if (looks.some(({ ways }) => ways.length === 0)) return null
  const restLeast = looks.map((_, l) =>
    looks.slice(l + 1).reduce((sum, { count, ways }) => sum + count * (ways[0] as SharePlan).units, 0),
  )
  const come = team.reduce((sum, { comeUnits }) => sum + comeUnits, 0)
  const loads = team.map(() => new Map<number, number>())
  const services = team.map(() => 0)
  const counts = looks.map(({ ways }) => ways.map(() => 0))
  const until = budget.left - budget.ofTeam
  let found: Omit<TeamUp, 'members'> | null = null
  let least = Number.POSITIVE_INFINITY

  const share = (): void => {
    const unitsOf = team.map((member, m) => Math.max((services[m] as number) + member.comeUnits, member.leastUnits))
    const units = unitsOf.reduce((sum, one) => sum + one, 0)
    if (services.some((sum) => sum === 0) || units * minutesOfUnit >= least) return
    budget.left -= party.blocks
    const shared = looks.map(({ ways }, i) => ({ ways, counts: [...(counts[i] as number[])] }))
    const laid = planTeamSeating(party, team, buildJointBlocks(party, asked, team, shared))
    if (!laid) return
    budget.left -= party.blocks
    const weight = computeTeamWeight({ units, waiting: laid.waiting })
    if (weight >= least) return
    least = weight
    found = { ...laid, units, unitsOf }
  }
  const walk = (l: number, way: number, left: number, units: number): void => {
    budget.left--
    if (budget.left <= until) budget.cut = true
    if (budget.left <= until || isSearchBudgetSpent(budget)) return
    const look = looks[l]
    if (!look) {
      share()
      return
    }
    const one = look.ways[way]
    if (!one) return
    if ((units + left * one.units + (restLeast[l] as number) + come) * minutesOfUnit >= least) return
    const last = way === look.ways.length - 1
    for (let n = left; n >= (last ? left : 0); n--) {
      put(one, look.wants, n)
      ;(counts[l] as number[])[way] = n
      if (!team.some(({ artists, room }, m) => isTooMuch(loads[m] as Map<number, number>, artists, room))) {
        if (n === left) walk(l + 1, 0, looks[l + 1]?.count ?? 0, units + n * one.units)
        else walk(l, way + 1, left - n, units + n * one.units)
      }
      put(one, look.wants, -n)
      ;(counts[l] as number[])[way] = 0
    }
  }
  const put = ({ by }: SharePlan, wants: readonly number[], n: number): void => {
    if (n === 0) return
    for (const [i, m] of by.entries()) {
      const want = wants[i] as number
      const { minutes, units, doers } = team[m] as Member
      const load = loads[m] as Map<number, number>
      const mask = doers[want] as number
      load.set(mask, (load.get(mask) ?? 0) + n * (minutes[want] as number))
      services[m] = (services[m] as number) + n * (units[want] as number)
    }
  }
  walk(0, 0, looks[0]?.count ?? 0, 0)
  return found
}

function waysOf(wants: readonly number[], team: readonly Member[]): SharePlan[] {
  let ways: SharePlan[] = [{ by: [], units: 0 }]
  for (const want of wants) {
    const next: SharePlan[] = []
    for (const { by, units } of ways)
      for (const [m, member] of team.entries())
        if (member.minutes[want] !== 0) next.push({ by: [...by, m], units: units + (member.units[want] as number) })
    ways = next
  }
  return ways.sort((a, b) => a.units - b.units || new Set(a.by).size - new Set(b.by).size)
}
