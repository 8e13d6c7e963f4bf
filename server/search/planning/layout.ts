import type { Party, Team } from './party.ts'

export type Seat = { artist: number; person: number; want: number; from: number; to: number }

/** Limit for the exhaustive search, in blocks. Up to it the result is optimal. */
export const tryAllUpTo = 6

const maxBlocks = 64
/** Three heuristics for a short day, then three that reduce waiting. */
const rules = 3
const allRules = 6

// Reused buffers: a search makes thousands of plans, one at a time.
const blockPerson = new Int32Array(maxBlocks)
const blockWant = new Int32Array(maxBlocks)
const blockMinutes = new Int32Array(maxBlocks)
const blockDoers = new Int32Array(maxBlocks)
const left = new Int32Array(maxBlocks)
const personFree = new Int32Array(maxBlocks)
const personLeft = new Int32Array(maxBlocks)
const artistFree = new Int32Array(4)
const artistSkills = new Int32Array(4)
const placedArtist = new Int32Array(maxBlocks)
const placedFrom = new Int32Array(maxBlocks)
const bestArtist = new Int32Array(maxBlocks)
const bestFrom = new Int32Array(maxBlocks)
export const bitsOf = new Uint8Array(1 << 12)
for (let mask = 1; mask < bitsOf.length; mask++) bitsOf[mask] = (bitsOf[mask >> 1] as number) + (mask & 1)

const personLook = new Int32Array(maxBlocks)
const personWork = new Int32Array(maxBlocks)
const artistDoes = new Int32Array(4)

let blocks = 0
let people = 0

/**
 * Returns the minutes of the shortest layout found for this many people of each look. Exact for few blocks, else by
 * heuristics.
 */
export function findShortestSpan(party: Party, counts: readonly number[], team: Team): number {
  listBlocks(party, counts, team)
  const floor = leastPossible(team)
  let best = Number.MAX_SAFE_INTEGER
  for (let rule = 0; rule < rules && best > floor; rule++) {
    const span = dispatch(rule, team.artists)
    if (span < best) {
      best = span
      saveBestLayout()
    }
  }
  if (best > floor && blocks <= tryAllUpTo) {
    reset(team.artists)
    for (let a = 0; a < team.artists; a++) {
      artistDoes[a] = 0
      for (let i = 0; i < blocks; i++)
        if ((((blockDoers[i] as number) >> a) & 1) === 1) artistDoes[a] = (artistDoes[a] as number) | (1 << i)
    }
    best = tryAll(team.artists, 0, 0, 0, best, floor)
  }
  return best
}

/**
 * Returns the layouts that heuristics find within this many minutes, look by look as in `Party.plainly`. Finds at least
 * one within `findShortestSpan`.
 */
export function listLayoutsWithin(
  party: Party,
  counts: readonly number[],
  team: Team,
  within: number,
): { artists: number[]; froms: number[] }[] {
  listBlocks(party, counts, team)
  return Array.from({ length: allRules }, (_, rule) => rule)
    .filter((rule) => dispatch(rule, team.artists) <= within)
    .map((rule) => {
      dispatch(rule, team.artists)
      return { artists: [...placedArtist.subarray(0, blocks)], froms: [...placedFrom.subarray(0, blocks)] }
    })
}

function saveBestLayout(): void {
  for (let i = 0; i < blocks; i++) {
    bestArtist[i] = placedArtist[i] as number
    bestFrom[i] = placedFrom[i] as number
  }
}

/** Canonical order, so that the same people always take the same time. */
function listBlocks(party: Party, counts: readonly number[], team: Team): void {
  blocks = 0
  people = 0
  for (const { look, wants } of party.plainly) {
    for (let copy = 0; copy < (counts[look] as number); copy++, people++) {
      personLook[people] = look
      for (const w of wants) {
        blockPerson[blocks] = people
        blockWant[blocks] = w
        blockMinutes[blocks] = team.minutes[w] as number
        blockDoers[blocks] = team.doers[w] as number
        blocks++
      }
    }
  }
  countSkills(party, counts, team)
}

function countSkills(party: Party, counts: readonly number[], team: Team): void {
  artistSkills.fill(0)
  for (let w = 0; w < party.wanted.length; w++) {
    if (!party.looks.some((look, l) => counts[l] !== 0 && look.wants.includes(w))) continue
    for (let a = 0; a < team.artists; a++)
      if ((((team.doers[w] as number) >> a) & 1) === 1) artistSkills[a] = (artistSkills[a] as number) + 1
  }
}

/** Returns a lower bound: one person's own time, or the work of some artists shared evenly. */
function leastPossible(team: Team): number {
  personLeft.fill(0, 0, people)
  let floor = 0
  for (let i = 0; i < blocks; i++) {
    const p = blockPerson[i] as number
    personLeft[p] = (personLeft[p] as number) + (blockMinutes[i] as number)
    floor = Math.max(floor, personLeft[p] as number)
  }
  for (let group = 1; group < 1 << team.artists; group++) {
    let work = 0
    for (let i = 0; i < blocks; i++) if (((blockDoers[i] as number) & ~group) === 0) work += blockMinutes[i] as number
    floor = Math.max(floor, Math.ceil(work / (bitsOf[group] as number)))
  }
  return floor
}

function reset(artists: number): void {
  artistFree.fill(0, 0, artists)
  personFree.fill(0, 0, people)
  personLeft.fill(0, 0, people)
  for (let i = 0; i < blocks; i++) {
    const p = blockPerson[i] as number
    personLeft[p] = (personLeft[p] as number) + (blockMinutes[i] as number)
    left[i] = i
  }
  personWork.set(personLeft.subarray(0, people))
}

/**
 * Greedy dispatch: the person who can sit down soonest is next. The rule breaks ties, and the least versatile artist is
 * assigned.
 */
function dispatch(rule: number, artists: number): number {
  reset(artists)
  let span = 0
  for (let remaining = blocks; remaining > 0; remaining--) {
    let chosen = -1
    let chosenArtist = -1
    let chosenFrom = Number.MAX_SAFE_INTEGER
    let chosenRank = -1
    for (let k = 0; k < remaining; k++) {
      const i = left[k] as number
      const free = personFree[blockPerson[i] as number] as number
      if (free > chosenFrom) continue
      const rank = rankOf(rule, i)
      for (let a = 0; a < artists; a++) {
        if ((((blockDoers[i] as number) >> a) & 1) === 0) continue
        const from = Math.max(free, artistFree[a] as number)
        if (from > chosenFrom) continue
        if (
          from === chosenFrom &&
          (rank < chosenRank ||
            (rank === chosenRank && (artistSkills[a] as number) >= (artistSkills[chosenArtist] as number)))
        )
          continue
        chosen = k
        chosenArtist = a
        chosenFrom = from
        chosenRank = rank
      }
    }
    const i = left[chosen] as number
    left[chosen] = left[remaining - 1] as number
    const to = chosenFrom + (blockMinutes[i] as number)
    const p = blockPerson[i] as number
    placedArtist[i] = chosenArtist
    placedFrom[i] = chosenFrom
    artistFree[chosenArtist] = to
    personFree[p] = to
    personLeft[p] = (personLeft[p] as number) - (blockMinutes[i] as number)
    if (to > span) span = to
  }
  return span
}

function rankOf(rule: number, i: number): number {
  const minutes = blockMinutes[i] as number
  const p = blockPerson[i] as number
  const person = personLeft[p] as number
  // A person who has begun continues before others begin.
  if (rule >= rules && person < (personWork[p] as number)) return 0x40000000 + person
  if (rule >= rules) return rankOf(rule - rules, i)
  if (rule === 0) return person * 1024 + minutes
  if (rule === 1) return (4 - (bitsOf[blockDoers[i] as number] as number)) * 0x4000000 + person * 1024 + minutes
  return minutes * 0x10000 + person
}

function tryAll(artists: number, taken: number, lastFrom: number, span: number, best: number, floor: number): number {
  if (taken === (1 << blocks) - 1) {
    saveBestLayout()
    return span
  }
  if (computeLowerBound(artists, taken, lastFrom) >= best) return best
  for (let i = 0; i < blocks && best > floor; i++) {
    if (((taken >> i) & 1) === 1) continue
    const p = blockPerson[i] as number
    // Equal people who have not begun, and equal artists, need only one try.
    if (
      p > 0 &&
      personLook[p] === personLook[p - 1] &&
      personLeft[p] === personWork[p] &&
      personLeft[p - 1] === personWork[p - 1]
    )
      continue
    const minutes = blockMinutes[i] as number
    const wasFree = personFree[p] as number
    for (let a = 0; a < artists; a++) {
      if ((((blockDoers[i] as number) >> a) & 1) === 0) continue
      const wasArtist = artistFree[a] as number
      if (a > 0 && wasArtist === artistFree[a - 1] && artistDoes[a] === artistDoes[a - 1]) continue
      const from = Math.max(wasFree, wasArtist)
      // Blocks are laid by ascending start, because other orders give the same days.
      if (from < lastFrom || from + minutes >= best) continue
      placedArtist[i] = a
      placedFrom[i] = from
      artistFree[a] = from + minutes
      personFree[p] = from + minutes
      personLeft[p] = (personLeft[p] as number) - minutes
      best = Math.min(best, tryAll(artists, taken | (1 << i), from, Math.max(span, from + minutes), best, floor))
      personLeft[p] = (personLeft[p] as number) + minutes
      personFree[p] = wasFree
      artistFree[a] = wasArtist
    }
  }
  return best
}

/** Returns a lower bound for the end over all orders of the remaining blocks. */
function computeLowerBound(artists: number, taken: number, lastFrom: number): number {
  let least = 0
  for (let p = 0; p < people; p++)
    if ((personLeft[p] as number) > 0)
      least = Math.max(least, Math.max(personFree[p] as number, lastFrom) + (personLeft[p] as number))
  let all = 0
  for (let a = 0; a < artists; a++) {
    const free = Math.max(artistFree[a] as number, lastFrom)
    let own = free
    for (let i = 0; i < blocks; i++)
      if (((taken >> i) & 1) === 0 && blockDoers[i] === 1 << a) own += blockMinutes[i] as number
    least = Math.max(least, own)
    all += free
  }
  for (let i = 0; i < blocks; i++) if (((taken >> i) & 1) === 0) all += blockMinutes[i] as number
  return Math.max(least, Math.ceil(all / artists))
}
