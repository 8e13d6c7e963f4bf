import type { FreeTime } from '#contract/bookings/moves.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf } from '#server/platform/event-day.ts'
import { busyTimes } from './diary-queries.ts'
import { hoursOf } from './diary-queries.ts'
import { freeEnds } from './free-times.ts'
import type { Spot, TravelSpeeds } from '#server/providers/diary/door.ts'

export type FreeAsked = {
  providerId: string
  date: string
  tz: string
  minutes: number
  spot: Spot
  speeds: TravelSpeeds
  except?: readonly string[]
}

/** When a provider is free on a day for a job of so many minutes at a place: by the time to be ready, every half hour. */
export async function freeTimesOn(
  ctx: Context,
  { providerId, date, tz, minutes, spot, speeds, except = [] }: FreeAsked,
): Promise<FreeTime[]> {
  const hours = await hoursOf(ctx.db, providerId)
  if (!hours) return []
  const day = dayOf(date, tz)
  const [opens, closes] = [day.at(hours.opens_minute), day.at(hours.closes_minute)]
  const ends = freeEnds({
    opens,
    closes,
    minutes,
    bufferMinutes: hours.buffer_minutes,
    notBefore: ctx.now.getTime() + hours.notice_hours * 3_600_000,
    spot,
    speeds,
    taken: await busyTimes(ctx.db, providerId, opens - 86_400_000, closes + 86_400_000, except),
  })
  return ends.map((end) => ({
    startsAt: day.iso(end - minutes * 60_000),
    endsAt: day.iso(end),
    readyAt: day.iso(end),
    finishTime: day.iso(end).slice(11, 16),
  }))
}
