import type { FreeTime } from '#contract/bookings/moves.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf } from '#server/platform/event-day.ts'
import { busyTimes } from './diary-queries.ts'
import { hoursOf } from './diary-queries.ts'
import { freeEnds } from './free-times.ts'
import { leadOf, openOnDay, type OwnHours, type Spot, type TravelSpeeds } from '#server/providers/index.ts'

export type FreeAsked = {
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
export async function freeTimesOn(
  ctx: Context,
  { providerId, date, tz, minutes, services, spot, speeds, except = [] }: FreeAsked,
): Promise<FreeTime[]> {
  const hours = await hoursOf(ctx.db, providerId)
  if (!hours) return []
  const day = dayOf(date, tz)
  const own = hours.hours as OwnHours | null
  const open = own ? openOnDay(own, day) : [day.at(hours.opens_minute), day.at(hours.closes_minute)]
  const [first, last] = [open[0], open.at(-1)]
  if (first === undefined || last === undefined) return []
  const usual = { noticeHours: hours.notice_hours, horizonDays: hours.horizon_days }
  const { noticeHours } = own ? leadOf(own, services, usual) : usual
  const taken = await busyTimes(ctx.db, providerId, first - 86_400_000, last + 86_400_000, except)
  const ends = open.flatMap((opens, i) =>
    i % 2 === 1
      ? []
      : freeEnds({
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
