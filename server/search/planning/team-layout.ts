import { canSeatJointly, isOverfull, type JointBlock, type JointMember, planJointSeating } from './joint.ts'
import { type Party, createParty, type Team } from './party.ts'
import { touchUpMinutes } from './planner.ts'
import { getMinChairMinutes } from './team-clock.ts'
import type { WantedService, Member, LookShares, TeamUp } from './member.ts'

/** The work of each artist when people move between them: blocks, earliest starts, and each part as a separate job. */
export type Shares = { blocks: (JointBlock & { want: number })[]; members: JointMember[]; parts: Part[] }

export function buildJointBlocks(
  party: Party,
  asked: readonly WantedService[],
  team: readonly Member[],
  looks: readonly LookShares[],
): Shares {
  const blocks: Shares['blocks'] = []
  const used = team.map(() => 0)
  const parts = team.map(() => [] as Part)
  let person = 0
  for (const [l, { ways, counts }] of looks.entries()) {
    const { wants, services } = party.looks[l] as Party['looks'][number]
    for (const [w, { by }] of ways.entries()) {
      const count = counts[w] as number
      if (count === 0) continue
      for (const m of team.keys()) {
        const own = services.filter((_, i) => by[i] === m)
        if (own.length > 0) (parts[m] as Part).push({ count, services: own })
      }
      for (let n = 0; n < count; n++, person++)
        for (const [i, m] of by.entries()) {
          const want = wants[i] as number
          const { minutes, doers } = team[m] as Member
          const { setupMinutes, sequence } = asked[want] as WantedService
          used[m] = Math.max(used[m] as number, setupMinutes)
          blocks.push({
            member: m,
            person,
            want,
            minutes: minutes[want] as number,
            doers: doers[want] as number,
            sequence,
          })
        }
    }
  }
  const members = team.map(({ artists, room }, m) => ({ chairs: artists, limit: room - (used[m] as number) }))
  return { blocks, members, parts }
}

/**
 * Returns seats with up to ten spare minutes, as the day allows, and the least waiting found. Null if the party is not
 * ready in time. Each artist's part also fits as a separate job, so that their own quote agrees.
 */
export function planTeamSeating(
  party: Party,
  team: readonly Member[],
  { blocks, members, parts }: Shares,
): Pick<TeamUp, 'seats' | 'waiting' | 'spare'> | null {
  if (isOverfull(blocks, members) || !(isApart(blocks) || canSeatJointly(blocks, members))) return null
  let spare = touchUpMinutes
  for (const [m, { limit }] of members.entries()) {
    spare = Math.min(spare, limit - minutesOf(party, parts[m] as Part, team[m] as Member))
    if (spare < 0) return null
  }
  const within = (minutes: number) => members.map(({ chairs, limit }) => ({ chairs, limit: limit - minutes }))
  let laid = planJointSeating(blocks, within(spare))
  // Reduces the spare minutes if they do not fit.
  while (!laid && spare > 0) {
    spare = Math.max(0, spare - 5)
    laid = planJointSeating(blocks, within(spare))
  }
  if (!laid) return null
  const { chairs, from, to, waiting } = laid
  const seats = blocks.map(({ member, person, want }, i) => ({
    member,
    chair: chairs[i] as number,
    person,
    want,
    from: (from[i] as number) + spare,
    to: (to[i] as number) + spare,
  }))
  return { seats, waiting, spare }
}

/** Returns whether no one moves between artists, so that each day is separate. */
function isApart(blocks: Shares['blocks']): boolean {
  const of = new Map<number, number>()
  for (const { person, member } of blocks) {
    if ((of.get(person) ?? member) !== member) return false
    of.set(person, member)
  }
  return true
}

type Part = { count: number; services: string[] }[]

function minutesOf(whole: Party, looks: Part, member: Member): number {
  if (looks.length === 0) return 0
  const part = createParty(looks)
  const at = part.wanted.map((id) => whole.wanted.indexOf(id))
  const team: Team = {
    artists: member.artists,
    minutes: at.map((want) => member.minutes[want] as number),
    doers: at.map((want) => member.doers[want] as number),
  }
  return getMinChairMinutes(part, team)
}
