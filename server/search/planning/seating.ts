import { bitsOf, type Seat, shortest, shortestSeats, tryAllUpTo } from './layout.ts'
import type { Party, Team } from './party.ts'

/** With more different looks than this a team's minutes are what its rule of thumb guarantees. */
const looksWeighed = 6

/** Minutes from the first chair taken to the last one left, the same for a layout made forwards or backwards; never less for one person more. */
export function chairMinutes(party: Party, team: Team): number {
  if (alone(party, team)) return workOf(party, team)
  if (party.looks.length > looksWeighed) return promised(party, countsOf(party), team)
  const counts = countsOf(party)
  const own = shortest(party, counts, team)
  return party.blocks <= tryAllUpTo ? own : longestWithin(party, counts, team, 0, own)
}

/** The seats of the whole party, within `chairMinutes`; who was named first sits last, nearest to the time they must be ready. */
export function seats(party: Party, team: Team): Seat[] {
  if (alone(party, team)) return inTurn(party, team)
  return shortestSeats(party, countsOf(party), team)
}

const countsOf = (party: Party) => party.looks.map((look) => look.count)

function alone(party: Party, team: Team): boolean {
  if (team.artists === 1) return true
  const only = team.doers[0] as number
  if (bitsOf[only] !== 1) return false
  for (let w = 1; w < party.wanted.length; w++) if (team.doers[w] !== only) return false
  return true
}

function workOf(party: Party, team: Team): number {
  let sum = 0
  for (let w = 0; w < party.copies.length; w++) sum += (party.copies[w] as number) * (team.minutes[w] as number)
  return sum
}

function inTurn(party: Party, team: Team): Seat[] {
  const artist = team.artists === 1 ? 0 : Math.log2(team.doers[0] as number)
  const laid: Seat[] = []
  let to = workOf(party, team)
  let person = 0
  for (const look of party.looks) {
    for (let copy = 0; copy < look.count; copy++, person++) {
      for (const want of look.wants.toReversed()) {
        const from = to - (team.minutes[want] as number)
        laid.push({ artist, person, want, from, to })
        to = from
      }
    }
  }
  return laid.reverse()
}

/** The most that any part of the party takes: whole people are left out as long as that could still take longer. */
function longestWithin(party: Party, counts: number[], team: Team, fromLook: number, longest: number): number {
  for (let look = fromLook; look < counts.length; look++) {
    if (counts[look] === 0) continue
    counts[look] = (counts[look] as number) - 1
    if (promised(party, counts, team) > longest) {
      longest = Math.max(longest, shortest(party, counts, team))
      longest = longestWithin(party, counts, team, look, longest)
    }
    counts[look] = (counts[look] as number) + 1
  }
  return longest
}

/**
 * An upper bound for any layout in which no chair stays empty while someone could sit in it: until the last block starts,
 * either its person sits elsewhere or everyone who could do it is at work.
 */
function promised(party: Party, counts: readonly number[], team: Team): number {
  let bound = 0
  for (let l = 0; l < counts.length; l++) {
    if (counts[l] === 0) continue
    const wants = (party.looks[l] as Party['looks'][number]).wants
    let own = 0
    for (const w of wants) own += team.minutes[w] as number
    for (const w of wants) {
      const doers = team.doers[w] as number
      let others = 0
      for (let k = 0; k < counts.length; k++) {
        const there = (counts[k] as number) - (k === l ? 1 : 0)
        if (there <= 0) continue
        for (const v of (party.looks[k] as Party['looks'][number]).wants) {
          if (((team.doers[v] as number) & doers) !== 0) others += there * (team.minutes[v] as number)
        }
      }
      bound = Math.max(bound, own + Math.ceil(others / (bitsOf[doers] as number)))
    }
  }
  return bound
}
