/** One person's service to be placed. Bit a of `doers` is set if artist a can do it. */
export type Chair = { person: number; look: number; minutes: number; doers: number; sequence?: number }

/** A layout by chair. `span` runs from the first chair to the end of the last. */
export type ChairLayout = { artists: number[]; froms: number[]; waiting: number; span: number }

/** Any waiting outweighs the length of the day. */
export const computeLayoutWeight = ({ waiting, span }: { waiting: number; span: number }): number =>
  waiting * waitingWeighs + span

const waitingWeighs = 1 << 20
const most = 8

const placed = new Int32Array(most)
const placedArtist = new Int32Array(most)
const afterArtist = new Int32Array(most)
const afterPerson = new Int32Array(most)
const earliest = new Int32Array(most)
const times = new Int32Array(most)
const tight = new Int32Array(most)
const weights = new Int32Array(most)
const weightBy = new Int32Array(1 << most)
const reachBy = new Int32Array(1 << most)

/**
 * Returns the layout with the least waiting within a span, then the shortest, by exhaustive search (up to seven chairs,
 * one person's in succession). Null if none weighs less than `known`.
 */
export function findLeastWaiting(
  chairs: readonly Chair[],
  artists: number,
  within: number,
  known = Number.POSITIVE_INFINITY,
): ChairLayout | null {
  const own = new Map<number, number>()
  for (const { person, minutes } of chairs) own.set(person, (own.get(person) ?? 0) + minutes)
  const floor = Math.max(...own.values(), Math.ceil(chairs.reduce((sum, { minutes }) => sum + minutes, 0) / artists))
  const begun = new Map<number, number>()
  const lastOf = new Map<number, number>()
  const lastBy = new Int32Array(artists).fill(-1)
  const skills = Array.from({ length: artists }, (_, a) =>
    chairs.reduce((mask, { doers }, i) => (((doers >> a) & 1) === 1 ? mask | (1 << i) : mask), 0),
  )
  let best: ChairLayout | null = null
  let least = known

  const walk = (count: number, taken: number): void => {
    if (count > 1) {
      const weight = retimed(chairs, count, within, least)
      if (weight >= least) return
      if (count === chairs.length) {
        least = weight
        best = layout(chairs, weight)
        return
      }
    } else if (count === chairs.length) {
      times.set(earliest.subarray(0, count))
      least = chairs[0]?.minutes ?? 0
      best = layout(chairs, least)
      return
    }
    const lastFrom = count > 0 ? (earliest[count - 1] as number) : 0
    for (let i = 0; i < chairs.length && least > floor; i++) {
      if (((taken >> i) & 1) === 1) continue
      const chair = chairs[i] as Chair
      if (isTwinOfNext(chair.person, chair.look, begun)) continue
      const personLast = lastOf.get(chair.person) ?? -1
      const personFree = personLast < 0 ? 0 : endOf(chairs, personLast)
      for (let a = 0; a < artists; a++) {
        if (((chair.doers >> a) & 1) === 0) continue
        const artistLast = lastBy[a] as number
        // Equal unused artists need only one try.
        if (artistLast < 0 && skills.some((mask, b) => b < a && mask === skills[a] && (lastBy[b] as number) < 0))
          continue
        const from = Math.max(personFree, artistLast < 0 ? 0 : endOf(chairs, artistLast))
        // Chairs are laid by ascending start, because other orders give the same days.
        if (from < lastFrom || from + chair.minutes > within) continue
        placed[count] = i
        placedArtist[count] = a
        afterArtist[count] = artistLast
        afterPerson[count] = personLast
        earliest[count] = from
        lastBy[a] = count
        lastOf.set(chair.person, count)
        begun.set(chair.person, (begun.get(chair.person) ?? 0) + 1)
        walk(count + 1, taken | (1 << i))
        begun.set(chair.person, (begun.get(chair.person) as number) - 1)
        lastOf.set(chair.person, personLast)
        lastBy[a] = artistLast
      }
    }
  }

  // Equal people who have not begun need only one try.
  const looks = new Map<number, number>()
  for (const { person, look } of chairs) looks.set(person, look)
  const isTwinOfNext = (person: number, look: number, begun: ReadonlyMap<number, number>): boolean =>
    person > 0 && looks.get(person - 1) === look && !begun.get(person) && !begun.get(person - 1)

  walk(0, 0)
  return best
}

const endOf = (chairs: readonly Chair[], at: number): number =>
  (earliest[at] as number) + (chairs[placed[at] as number] as Chair).minutes

function layout(chairs: readonly Chair[], weight: number): ChairLayout {
  const laid: ChairLayout = {
    artists: [],
    froms: [],
    waiting: Math.floor(weight / waitingWeighs),
    span: weight % waitingWeighs,
  }
  for (let at = 0; at < chairs.length; at++) {
    laid.artists[placed[at] as number] = placedArtist[at] as number
    laid.froms[placed[at] as number] = times[at] as number
  }
  return laid
}

/**
 * Computes optimal times for a fixed order of chairs in `times` and returns their weight. From the earliest times,
 * repeatedly delays the set of chairs with the largest gain. The weight is L-natural convex, so a local optimum is
 * global. Stops at weight `least`.
 */
function retimed(chairs: readonly Chair[], count: number, within: number, least: number): number {
  const all = 1 << (count + 1)
  const endBit = 1 << count
  let end = 0
  let waits = 0
  for (let at = 0; at < count; at++) {
    times[at] = earliest[at] as number
    end = Math.max(end, endOf(chairs, at))
    const before = afterPerson[at] as number
    if (before >= 0) waits += (times[at] as number) - endOf(chairs, before)
  }
  // Nothing can end earlier. Without waiting, or if too late, this is the result.
  if (waits === 0 || end >= least) return end
  weights.fill(0, 0, count)
  for (let at = 0; at < count; at++) {
    const before = afterPerson[at] as number
    if (before < 0) continue
    // Starting the first chair later, or the second earlier, shortens a wait.
    weights[before] = (weights[before] as number) + waitingWeighs
    weights[at] = (weights[at] as number) - waitingWeighs
  }
  weights[count] = -1
  for (let mask = 1; mask < all; mask++) {
    const low = 31 - Math.clz32(mask & -mask)
    weightBy[mask] = (weightBy[mask & (mask - 1)] as number) + (weights[low] as number)
  }
  const minutesAt = (at: number) => (chairs[placed[at] as number] as Chair).minutes

  for (;;) {
    tight.fill(0, 0, count + 1)
    for (let at = 0; at < count; at++) {
      for (const before of [afterArtist[at] as number, afterPerson[at] as number])
        if (before >= 0 && (times[before] as number) + minutesAt(before) === times[at])
          tight[before] = (tight[before] as number) | (1 << at)
      if ((times[at] as number) + minutesAt(at) === end) tight[at] = (tight[at] as number) | endBit
    }
    let gains = 0
    let moves = 0
    const upTo = end < within ? all : endBit
    for (let mask = 1; mask < upTo; mask++) {
      const low = 31 - Math.clz32(mask & -mask)
      const reach = (reachBy[mask & (mask - 1)] as number) | (tight[low] as number)
      reachBy[mask] = reach
      if ((weightBy[mask] as number) > gains && (reach & ~mask) === 0) {
        gains = weightBy[mask] as number
        moves = mask
      }
    }
    if (moves === 0) break
    let step = (moves & endBit) !== 0 ? within - end : Number.MAX_SAFE_INTEGER
    for (let at = 0; at < count; at++) {
      const inMoves = ((moves >> at) & 1) === 1
      if (inMoves && (moves & endBit) === 0) step = Math.min(step, end - (times[at] as number) - minutesAt(at))
      if (inMoves) continue
      for (const before of [afterArtist[at] as number, afterPerson[at] as number])
        if (before >= 0 && ((moves >> before) & 1) === 1)
          step = Math.min(step, (times[at] as number) - (times[before] as number) - minutesAt(before))
    }
    for (let at = 0; at < count; at++) if (((moves >> at) & 1) === 1) times[at] = (times[at] as number) + step
    if ((moves & endBit) !== 0) end += step
  }

  let waiting = 0
  for (let at = 0; at < count; at++) {
    const before = afterPerson[at] as number
    if (before >= 0) waiting += (times[at] as number) - (times[before] as number) - minutesAt(before)
  }
  return waiting * waitingWeighs + end
}
