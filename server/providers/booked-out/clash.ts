import type { Clash } from '#contract/offers/received-parts.ts'
import type { Mode } from '#contract/values.ts'
import { nearPlace } from '#server/places/door.ts'
import type { Context } from '#server/platform/context.ts'
import type { Day } from '#server/platform/event-day.ts'
import { type InTheWay, inTheWay, speedsOf } from '#server/providers/diary/diary-free.ts'
import type { Job, Spot, TravelSpeeds } from '#server/providers/diary/travel.ts'

const minuteMs = 60_000

const stepMinutes = 30

// Times from five in the morning to half past four of the night after, as forms offer them.
const [firstMinute, lastMinute] = [300, 1710]

/** Where the work of a request is: at the customer's place, or in the provider's own studio. */
export const spotOf = (mode: Mode, provider: Spot, search: Spot): Spot => {
  const { lat, lng } = mode === 'studio' ? provider : search
  return { lat, lng }
}

/** Why a provider cannot be at a job then, with the nearest time of that day at which they can; null where they can. Not inside a transaction. */
export async function clashOf(
  ctx: Context,
  providerId: string,
  day: Day,
  job: Job,
  bufferMinutes: number,
): Promise<Clash | null> {
  const speeds = await speedsOf(ctx)
  const other = await inTheWay(ctx.db, providerId, job, bufferMinutes, speeds)
  if (!other) return null
  const of = { from: day.iso(other.from), to: day.iso(other.to) }
  if (!other.way) return { ...of, way: null }
  const { minutes, spot, before } = other.way
  const near = await nearPlace(ctx.reads, spot.lat, spot.lng)
  const finishTime = await nearestTime(ctx, providerId, day, job, bufferMinutes, speeds, other)
  return { ...of, way: { place: near?.place.name ?? '', minutes, before, finishTime } }
}

// Past the job in the way and the way from it, or early enough to get on to it; only where that is free itself.
async function nearestTime(
  ctx: Context,
  providerId: string,
  day: Day,
  job: Job,
  bufferMinutes: number,
  speeds: TravelSpeeds,
  { from, to, way }: InTheWay,
): Promise<string | null> {
  if (!way) return null
  const end = way.before ? to + way.minutes * minuteMs + (job.to - job.from) : from - way.minutes * minuteMs
  const steps = (end - day.at(0)) / minuteMs / stepMinutes
  const minute = (way.before ? Math.ceil(steps) : Math.floor(steps)) * stepMinutes
  const moved = { ...job, from: day.at(minute) - (job.to - job.from), to: day.at(minute) }
  if (minute < firstMinute || minute > lastMinute || moved.from <= ctx.now.getTime()) return null
  return (await inTheWay(ctx.db, providerId, moved, bufferMinutes, speeds)) ? null : day.iso(moved.to).slice(11, 16)
}
