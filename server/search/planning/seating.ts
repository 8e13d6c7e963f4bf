import { bitsOf, type Seat, listLayoutsWithin, findShortestSpan, tryAllUpTo } from './layout.ts'
import type { Party, Team } from './party.ts'
import { reduceWaiting, seatPeople } from './placing.ts'
import { type Chair, type ChairLayout, findLeastWaiting, computeLayoutWeight } from './waiting.ts'

/** Above this number of looks, the heuristic's upper bound is used as the team's minutes. */
const looksWeighed = 6
/** Above this number of parts of a party, the upper bound replaces the longest part. */
const partsWeighed = 1024
const endless = Number.MAX_SAFE_INTEGER

/**
 * Returns the minutes from the first chair taken to the last one left. Never smaller for more people, and the same
 * whether the layout is made forwards or backwards.
 */
export function computeChairMinutes(party: Party, team: Team): number {
  if (alone(party, team)) return sumWork(party, team)
  if (party.looks.length > looksWeighed) return promised(party, countsOf(party), team)
  const counts = countsOf(party)
  const own = findShortestSpan(party, counts, team)
  return party.blocks <= tryAllUpTo ? own : longestWithin(party, counts, team, 0, own)
}

/**
 * Returns the layout with the least waiting within `room` and `computeChairMinutes`, then the shortest. Exact for few
 * chairs, bounded for many. The first person of the party sits last, nearest to the ready-by time. `minutes` is never
 * smaller for more people.
 */
export function planSeating(party: Party, team: Team, room: number): { minutes: number; seats: Seat[] } {
  if (alone(party, team)) return { minutes: sumWork(party, team), seats: inTurn(party, team) }
  const counts = countsOf(party)
  const most = Math.max(room, computeChairMinutes(party, team))
  const minutes = minutesWithin(party, counts, team, most)
  return { minutes, seats: seatsWithin(party, counts, team, minutes) }
}

/** Returns the minutes of a layout without waiting. Never smaller for more people. */
export const computeUnbrokenMinutes = (party: Party, team: Team): number =>
  alone(party, team) ? sumWork(party, team) : unbroken(party, countsOf(party), team)

const countsOf = (party: Party) => party.looks.map((look) => look.count)
const isSmall = (party: Party, counts: readonly number[]): boolean => blocksOf(party, counts) <= tryAllUpTo
const blocksOf = (party: Party, counts: readonly number[]): number =>
  counts.reduce((sum, count, look) => sum + count * (party.looks[look] as Party['looks'][number]).wants.length, 0)

// If waiting cannot be avoided, many chairs use all available room.
function minutesWithin(party: Party, counts: number[], team: Team, most: number): number {
  const minutes = unbroken(party, counts, team)
  if (minutes <= most) return minutes
  if (!isSmall(party, counts)) return most
  let longest = 0
  eachPart(counts, (part) => {
    longest = Math.max(longest, findLeastWaiting(chairsOf(party, part, team).chairs, team.artists, most)?.span ?? 0)
    return true
  })
  return longest
}

function seatsWithin(party: Party, counts: readonly number[], team: Team, minutes: number): Seat[] {
  const { chairs, seats } = chairsOf(party, counts, team)
  const laid =
    chairs.length <= tryAllUpTo
      ? (findLeastWaiting(chairs, team.artists, minutes) ?? seatPeople(chairs, team.artists))
      : manyWithin(party, counts, team, chairs, minutes)
  return seats
    .map((seat, i): Seat => {
      const to = laid.span - (laid.froms[i] as number)
      return { ...seat, artist: laid.artists[i] as number, from: to - (chairs[i] as Chair).minutes, to }
    })
    .sort((a, b) => a.from - b.from || a.artist - b.artist)
}

function manyWithin(
  party: Party,
  counts: readonly number[],
  team: Team,
  chairs: Chair[],
  minutes: number,
): ChairLayout {
  const unbroken = seatPeople(chairs, team.artists)
  if (unbroken.span <= minutes) return unbroken
  const laid = listLayoutsWithin(party, counts, team, minutes).map((before) =>
    reduceWaiting(chairs, Array<number>(team.artists).fill(minutes), before),
  )
  return laid.reduce(
    (best, other) => (computeLayoutWeight(other) < computeLayoutWeight(best) ? other : best),
    laid[0] ?? unbroken,
  )
}

function chairsOf(party: Party, counts: readonly number[], team: Team) {
  const chairs: Chair[] = []
  const seats: Pick<Seat, 'person' | 'want'>[] = []
  let person = 0
  for (const { look, firstPerson, wants } of party.plainly)
    for (let copy = 0; copy < (counts[look] as number); copy++, person++)
      for (const want of wants) {
        chairs.push({ person, look, minutes: team.minutes[want] as number, doers: team.doers[want] as number })
        seats.push({ person: firstPerson + copy, want })
      }
  return { chairs, seats }
}

function unbroken(party: Party, counts: number[], team: Team): number {
  if (isSmall(party, counts)) return unbrokenOf(party, counts, team)
  const parts = counts.reduce((product, count) => product * (count + 1), 1)
  if (counts.length > looksWeighed || parts > partsWeighed) return unbrokenBound(party, counts, team)
  let longest = computeChairMinutes(party, team)
  eachPart(counts, (part) => {
    const bound = unbrokenBound(party, part, team)
    if (bound <= longest) return false
    longest = Math.max(longest, Math.min(bound, unbrokenOf(party, part, team, longest)))
    return true
  })
  return longest
}

/**
 * Returns the shortest layout without waiting: exhaustive for few chairs; for many, the first within `enough` that
 * places whole people.
 */
function unbrokenOf(party: Party, counts: readonly number[], team: Team, enough = 0): number {
  const { chairs } = chairsOf(party, counts, team)
  const placed = seatPeople(chairs, team.artists, enough).span
  if (placed <= enough || chairs.length > tryAllUpTo) return placed
  return findLeastWaiting(chairs, team.artists, endless, placed)?.span ?? placed
}

/**
 * Returns an upper bound for layouts without waiting. Never smaller for more people, and at least the exact value for
 * few.
 */
function unbrokenBound(party: Party, counts: readonly number[], team: Team): number {
  const longest: number[] = []
  for (const [look, { wants }] of party.looks.entries())
    for (const want of wants)
      for (let copy = 0; copy < Math.min(tryAllUpTo, counts[look] as number); copy++)
        longest.push(team.minutes[want] as number)
  longest.sort((a, b) => b - a)
  return Math.max(
    promised(party, counts, team),
    longest.slice(0, tryAllUpTo).reduce((sum, minutes) => sum + minutes, 0),
  )
}

/**
 * Visits a party and its parts, each once, by removing whole people. If `visit` returns false, skips the parts of that
 * part.
 */
function eachPart(counts: number[], visit: (part: number[]) => boolean, fromLook = 0): void {
  if (!visit(counts)) return
  for (let look = fromLook; look < counts.length; look++) {
    if (counts[look] === 0) continue
    counts[look] = (counts[look] as number) - 1
    if (counts.some((count) => count > 0)) eachPart(counts, visit, look)
    counts[look] = (counts[look] as number) + 1
  }
}

function alone(party: Party, team: Team): boolean {
  if (team.artists === 1) return true
  const only = team.doers[0] as number
  if (bitsOf[only] !== 1) return false
  for (let w = 1; w < party.wanted.length; w++) if (team.doers[w] !== only) return false
  return true
}

function sumWork(party: Party, team: Team): number {
  let sum = 0
  for (let w = 0; w < party.copies.length; w++) sum += (party.copies[w] as number) * (team.minutes[w] as number)
  return sum
}

function inTurn(party: Party, team: Team): Seat[] {
  const artist = team.artists === 1 ? 0 : Math.log2(team.doers[0] as number)
  const laid: Seat[] = []
  let to = sumWork(party, team)
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

/** Returns the maximum over all parts of the party, pruned by a bound. */
function longestWithin(party: Party, counts: number[], team: Team, fromLook: number, longest: number): number {
  for (let look = fromLook; look < counts.length; look++) {
    if (counts[look] === 0) continue
    counts[look] = (counts[look] as number) - 1
    if (promised(party, counts, team) > longest) {
      longest = Math.max(longest, findShortestSpan(party, counts, team))
      longest = longestWithin(party, counts, team, look, longest)
    }
    counts[look] = (counts[look] as number) + 1
  }
  return longest
}

/**
 * Returns an upper bound for layouts in which no chair is idle while someone could use it: until the last block starts,
 * either its person or everyone who can do it is busy.
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
