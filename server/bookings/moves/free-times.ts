import { reachable, type Spot, type TravelSpeeds } from '#server/providers/index.ts'

/** An entry of a diary, and its place if that is known. `workTo` is `to` without the buffer. */
export type Taken = { from: number; to: number; workTo: number; spot: Spot | null }
export type FreeAsked = {
  /** Beginning and end of the hours that the provider works that day. */
  opens: number
  closes: number
  minutes: number
  bufferMinutes: number
  /** The earliest start: now plus the provider's notice. */
  notBefore: number
  /** The first of two neighbours at the same time counts. */
  taken: readonly Taken[]
  spot: Spot
  speeds: TravelSpeeds
}

const minuteMs = 60_000
const stepMs = 30 * minuteMs

/** Returns the times at which a job can end on a day, every half hour, in order. Instants in milliseconds. */
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
  for (let end = Math.ceil((Math.max(opens, notBefore) + length) / stepMs) * stepMs; end <= closes; end += stepMs) {
    const from = end - length
    if (taken.some((t) => t.from < end + buffer && t.to > from)) continue
    const before = taken.reduce<Taken | null>(
      (last, t) => (t.spot && t.to <= from && (!last || t.workTo > last.workTo) ? t : last),
      null,
    )
    const after = taken.reduce<Taken | null>(
      (next, t) => (t.spot && t.from >= end + buffer && (!next || t.from < next.from) ? t : next),
      null,
    )
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
