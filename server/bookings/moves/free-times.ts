import { reachable, type Spot, type TravelSpeeds } from '#server/providers/diary/door.ts'

/** What else is in a diary that day: from, to, and where, if that is known; the end of the work is `to` less its buffer. */
export type Taken = { from: number; to: number; workTo: number; spot: Spot | null }
export type FreeAsked = {
  /** Of the hours that the provider works that day. */
  opens: number
  closes: number
  minutes: number
  bufferMinutes: number
  /** Nothing begins before it: now, and the notice that the provider asks for. */
  notBefore: number
  taken: readonly Taken[]
  spot: Spot
  speeds: TravelSpeeds
}

const minuteMs = 60_000
const stepMs = 30 * minuteMs

/** When a job of so many minutes can be done on a day, every half hour: by the instant it ends, in order. Instants in milliseconds. */
export function freeEnds({
  opens,
  closes,
  minutes,
  bufferMinutes,
  notBefore,
  taken,
  spot,
  speeds,
}: FreeAsked): number[] {
  const length = minutes * minuteMs
  const buffer = bufferMinutes * minuteMs
  const ends: number[] = []
  const sorted = taken.toSorted((a, b) => a.from - b.from)
  for (let end = Math.ceil((Math.max(opens, notBefore) + length) / stepMs) * stepMs; end <= closes; end += stepMs) {
    const from = end - length
    if (sorted.some((t) => t.from < end + buffer && t.to > from)) continue
    const before = sorted.findLast((t) => t.spot !== null && t.to <= from)
    const after = sorted.find((t) => t.spot !== null && t.from >= end + buffer)
    const fits = reachable(
      { ...spot, from, to: end },
      {
        before: before?.spot ? { ...before.spot, to: before.workTo } : null,
        after: after?.spot ? { ...after.spot, from: after.from } : null,
      },
      speeds,
    )
    if (fits) ends.push(end)
  }
  return ends
}
