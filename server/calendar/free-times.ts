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
  services: readonly number[]
  spot: Spot
  speeds: TravelSpeeds
  except?: readonly string[]
}

/** Returns the half-hour slots in which a job of `minutes` can end on a day. */
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

export type DiaryEntry = { from: number; to: number; workTo: number; spot: Spot | null }
type FreeAsked = {
  opens: number
  closes: number
  minutes: number
  bufferMinutes: number
  notBefore: number
  /** If two diary entries begin at the same time, the first one is used. */
  taken: readonly DiaryEntry[]
  spot: Spot
  speeds: TravelSpeeds
}

const minuteMs = 60_000
const stepMs = 30 * minuteMs

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
