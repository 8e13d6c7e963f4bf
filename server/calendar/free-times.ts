import type { FreeTime } from '#contract/bookings/moves.ts'
import type { Context } from '#server/platform/context.ts'
import { getEventDay } from '#server/platform/event-day.ts'
import { listBusyTimes, findHours } from './diary.queries.ts'
import {
  getLeadTimes,
  openOnDay,
  type PackedHours,
  isReachable,
  type Spot,
  type TravelSpeeds,
} from '#server/providers/index.ts'

type FreeDay = {
  providerId: string
  date: string
  tz: string
  minutes: number
  /** The catalogue's numbers of what is done: some are asked for earlier than others. */
  services: readonly number[]
  spot: Spot
  speeds: TravelSpeeds
  except?: readonly string[]
}

/** When a provider is free on a day for a job of so many minutes at a place: by the time to be ready, every half hour. */
export async function listFreeTimesOnDay(
  ctx: Context,
  { providerId, date, tz, minutes, services, spot, speeds, except = [] }: FreeDay,
): Promise<FreeTime[]> {
  const hours = await findHours(ctx.db, providerId)
  if (!hours) return []
  const day = getEventDay(date, tz)
  const own = hours.hours as PackedHours | null
  const open = own ? openOnDay(own, day) : [day.at(hours.opens_minute), day.at(hours.closes_minute)]
  const [first, last] = [open[0], open.at(-1)]
  if (first === undefined || last === undefined) return []
  const usual = { noticeHours: hours.notice_hours, horizonDays: hours.horizon_days }
  const { noticeHours } = own ? getLeadTimes(own, services, usual) : usual
  const taken = await listBusyTimes(ctx.db, providerId, first - 86_400_000, last + 86_400_000, except)
  const ends = open.flatMap((opens, i) =>
    i % 2 === 1
      ? []
      : listFreeEndTimes({
          opens,
          closes: open[i + 1] as number,
          minutes,
          bufferMinutes: hours.buffer_minutes,
          notBefore: ctx.now.getTime() + noticeHours * 3_600_000,
          spot,
          speeds,
          taken,
        }),
  )
  return ends.map((end) => ({
    startsAt: day.iso(end - minutes * 60_000),
    endsAt: day.iso(end),
    readyAt: day.iso(end),
    finishTime: day.iso(end).slice(11, 16),
  }))
}

/** An entry of a diary, and its place if that is known. `workTo` is `to` without the buffer. */
export type DiaryEntry = { from: number; to: number; workTo: number; spot: Spot | null }
type FreeAsked = {
  /** Beginning and end of the hours that the provider works that day. */
  opens: number
  closes: number
  minutes: number
  bufferMinutes: number
  /** The earliest start: now plus the provider's notice. */
  notBefore: number
  /** The first of two neighbours at the same time counts. */
  taken: readonly DiaryEntry[]
  spot: Spot
  speeds: TravelSpeeds
}

const minuteMs = 60_000
const stepMs = 30 * minuteMs

/** Returns the times at which a job can end on a day, every half hour, in order. Instants in milliseconds. */
export function listFreeEndTimes({
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
    const before = taken.reduce<DiaryEntry | null>(
      (last, t) => (t.spot && t.to <= from && (!last || t.workTo > last.workTo) ? t : last),
      null,
    )
    const after = taken.reduce<DiaryEntry | null>(
      (next, t) => (t.spot && t.from >= end + buffer && (!next || t.from < next.from) ? t : next),
      null,
    )
    const fits = isReachable(
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
