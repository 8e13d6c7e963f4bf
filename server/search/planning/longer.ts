import { type Party, createParty, type Team } from './party.ts'
import { type Aim, type DayPlan, computeJobMinutes, planDay } from './planner.ts'

/** People and wanted services count from 0. */
export type ExtraMinutes = { person: number; want: number; minutes: number }

/** Returns the minutes from arrival to the last person ready, with extended services. */
export function computeExtendedMinutes(
  party: Party,
  team: Team,
  setup: number,
  longer: readonly ExtraMinutes[],
): number {
  const apart = apartBy(party, team, longer)
  return computeJobMinutes(apart.party, apart.team, setup)
}

/** Same as `planDay`, with extended services. */
export function planLonger(
  aim: Aim,
  party: Party,
  team: Team,
  setup: number,
  room: number,
  longer: readonly ExtraMinutes[],
): DayPlan {
  const apart = apartBy(party, team, longer)
  const plan = planDay(aim, apart.party, apart.team, setup, room)
  const blocks = plan.blocks.map(({ person, want, ...block }) => ({
    ...block,
    person: apart.people[person] as number,
    want: apart.wants[want] as number,
  }))
  return { ...plan, blocks }
}

/** Returns the party with extended services as separate ones. Splits people of one look whose services differ. */
function apartBy(party: Party, team: Team, longer: readonly ExtraMinutes[]) {
  const most = longer.filter(({ minutes }) => minutes > 0)
  if (most.length === 0)
    return { party, team, people: [...Array(party.people).keys()], wants: [...party.wanted.keys()] }
  const moreOf = (person: number, want: number) =>
    most.reduce((sum, one) => (one.person === person && one.want === want ? sum + one.minutes : sum), 0)
  const of = new Map<string, { want: number; more: number }>()
  const named = (person: number, want: number): string => {
    const more = moreOf(person, want)
    const name = more === 0 ? (party.wanted[want] as string) : `${party.wanted[want]}+${more}`
    of.set(name, { want, more })
    return name
  }
  let first = 0
  const looks = party.looks.flatMap(({ count, wants }) => {
    const people = Array.from({ length: count }, (_, i) => first + i)
    first += count
    const sets = Map.groupBy(people, (person) => wants.map((want) => named(person, want)).join(' '))
    return [...sets.values()].map((members) => ({
      members,
      count: members.length,
      services: wants.map((want) => named(members[0] as number, want)),
    }))
  })
  const apart = createParty(looks)
  const wants = apart.wanted.map((name) => of.get(name) as { want: number; more: number })
  return {
    party: apart,
    team: {
      artists: team.artists,
      minutes: wants.map(({ want, more }) => (team.minutes[want] as number) + more),
      doers: wants.map(({ want }) => team.doers[want] as number),
    },
    people: looks.flatMap(({ members }) => members),
    wants: wants.map(({ want }) => want),
  }
}
