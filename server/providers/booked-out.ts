import type { bookedOut, BookedOut, ProfileStanding } from '#contract/providers/booked-out.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import {
  addDays,
  type Day,
  getEventDay,
  countDaysBetween,
  toEventMinute,
  getToday,
} from '#server/platform/event-day.ts'
import { type BusyRow, listBusyRows, insertBookedOut, listJobsWithin } from './diary.queries.ts'
import { getCallerProvider } from './standing.ts'
import { limits } from '#contract/constants.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { deleteBookedOut, findConflict, type InTheWay, getSpeeds } from './free-times.ts'
import { lockDiary } from './providers.queries.ts'
import type { Clash } from '#contract/offers/received-parts.ts'
import type { Mode } from '#contract/values.ts'
import { findNearestPlace } from '#server/places/index.ts'
import type { Job, Spot, TravelSpeeds } from './travel-time.ts'

const furthestDays = 800

export async function listBookedOut(ctx: Context): Promise<OutputOf<typeof bookedOut.list>> {
  const provider = await getCallerProvider(ctx)
  const today = getToday(provider.tz, ctx.now)
  const rows = await listBusyRows(ctx.db, provider.id, today, addDays(today, furthestDays))
  return {
    timeZone: provider.tz,
    dates: rows.filter(({ kind }) => kind === 'booked_out').map((row) => presentBookedOut(row, provider.tz)),
  }
}

const dayBegins = 300

/** An event's day ends at 5 AM the next morning. */
const dayEnds = 1740

/** Minutes after midnight of the day. */
type Span = { from: number; to: number; whole: boolean }

/** Parses a span of an event's day, which defaults to its start and end. Throws if the end is not after the start. */
export function parseDaySpan(startTime: string | null | undefined, finishTime: string | null | undefined): Span {
  const from = startTime ? toEventMinute(startTime) : dayBegins
  const finish = finishTime ? toEventMinute(finishTime) : dayEnds
  // 5 AM as an end is the next morning.
  const to = finish === dayBegins ? dayEnds : finish
  if (to <= from) throw createFieldRefusal('times_in_order', 'finishTime')
  return { from, to, whole: from === dayBegins && to === dayEnds }
}

/** Throws for a day that has passed in the provider's time zone or is beyond the diary's range. */
export function assertBookableDay(eventDate: string, tz: string, now: Date): void {
  const today = getToday(tz, now)
  if (eventDate < today) throw createFieldRefusal('date_past', 'eventDate')
  if (countDaysBetween(today, eventDate) > limits.searchYearsAhead * 366)
    throw createFieldRefusal('date_too_far', 'eventDate')
}

export function mergeSpan(
  part: { from: number; to: number },
  others: readonly { id: number; from: number; to: number }[],
): { from: number; to: number; swallowed: number[] } {
  const joined = { ...part, swallowed: [] as number[] }
  for (let grew = true; grew; ) {
    const next = others.find((o) => !joined.swallowed.includes(o.id) && o.from <= joined.to && o.to >= joined.from)
    grew = next !== undefined
    if (!next) break
    joined.from = Math.min(joined.from, next.from)
    joined.to = Math.max(joined.to, next.to)
    joined.swallowed.push(next.id)
  }
  return joined
}

const clockAt = (day: Day, ms: number): string => day.iso(ms).slice(11, 16)

export function presentBookedOut(row: BusyRow, tz: string): BookedOut {
  const day = getEventDay(row.event_date, tz)
  return {
    id: String(row.id),
    eventDate: row.event_date,
    whole: row.whole_day,
    from: day.iso(row.from),
    to: day.iso(row.to),
    startTime: row.whole_day ? null : clockAt(day, row.from),
    finishTime: row.whole_day ? null : clockAt(day, row.to),
  }
}

export function presentStanding(time: { from: number; to: number }, eventDate: string, tz: string): ProfileStanding {
  const day = getEventDay(eventDate, tz)
  return {
    from: day.iso(time.from),
    to: day.iso(time.to),
    startTime: clockAt(day, time.from),
    finishTime: clockAt(day, time.to),
  }
}

type Blocked = OutputOf<typeof bookedOut.add>

/** Blocks a day or a part. Throws if the part is already blocked. A whole day leaves jobs unchanged. */
export const bookOut = (
  ctx: Context,
  { eventDate, startTime, finishTime }: InputOf<typeof bookedOut.add>,
): Promise<Blocked> => blockSpan(ctx, eventDate, parseDaySpan(startTime, finishTime))

export const blockDay = (ctx: Context, { eventDate }: InputOf<typeof bookedOut.blockDay>): Promise<Blocked> =>
  blockSpan(ctx, eventDate, parseDaySpan(null, null))

async function blockSpan(ctx: Context, eventDate: string, span: Span): Promise<Blocked> {
  const provider = await getCallerProvider(ctx)
  assertBookableDay(eventDate, provider.tz, ctx.now)
  return ctx.idempotent((tx) => blockIn(tx, provider, eventDate, span))
}

/** Blocks an event day in the caller's transaction. Jobs of the day remain. */
export const blockDayIn = (tx: Context, provider: { id: string; tz: string }, eventDate: string): Promise<Blocked> =>
  blockIn(tx, provider, eventDate, parseDaySpan(null, null))

async function blockIn(
  tx: Context,
  provider: { id: string; tz: string },
  eventDate: string,
  span: Span,
): Promise<Blocked> {
  const day = getEventDay(eventDate, provider.tz)
  const asked = { from: day.at(span.from), to: day.at(span.to) }
  await lockDiary(tx.db, provider.id)
  const out = (await listBusyRows(tx.db, provider.id, eventDate, eventDate)).filter(({ kind }) => kind === 'booked_out')
  const jobs = await listJobsWithin(tx.db, provider.id, asked.from, asked.to)
  const standing = jobs.map((job) => presentStanding(job, eventDate, provider.tz))
  const answer = (row: BusyRow): Blocked => ({ date: presentBookedOut(row, provider.tz), standing })
  const whole = out.find((row) => row.whole_day)
  if (whole) return answer(whole)
  if (!span.whole && jobs.length > 0) throw new Refusal('day_has_bookings', { detail: { standing } })
  const { swallowed, ...time } = span.whole ? { ...asked, swallowed: out.map(({ id }) => id) } : mergeSpan(asked, out)
  await deleteBookedOut(tx, provider.id, swallowed)
  const { id } = await insertBookedOut(tx.db, { providerId: provider.id, eventDate, ...time, whole: span.whole })
  return answer({
    id,
    kind: 'booked_out',
    event_date: eventDate,
    whole_day: span.whole,
    ref: null,
    buffer_minutes: 0,
    ...time,
  })
}

/** Moves or resizes a blocked time. A refusal rolls back, so the old time stays blocked. */
export async function updateBookedOut(
  ctx: Context,
  { id, eventDate, startTime, finishTime }: InputOf<typeof bookedOut.update>,
): Promise<Blocked> {
  const span = parseDaySpan(startTime, finishTime)
  const provider = await getCallerProvider(ctx)
  assertBookableDay(eventDate, provider.tz, ctx.now)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    if ((await deleteBookedOut(tx, provider.id, [id])) === 0) throw new Refusal('not_found')
    return blockIn(tx, provider, eventDate, span)
  })
}

/** Never deletes a job. */
export async function deleteBookedOutTime(
  ctx: Context,
  { id }: InputOf<typeof bookedOut.remove>,
): Promise<OutputOf<typeof bookedOut.remove>> {
  const provider = await getCallerProvider(ctx)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    if ((await deleteBookedOut(tx, provider.id, [id])) === 0) throw new Refusal('not_found')
    return { done: true as const }
  })
}

export async function deleteBookedOutDay(
  ctx: Context,
  { eventDate }: InputOf<typeof bookedOut.freeDay>,
): Promise<OutputOf<typeof bookedOut.freeDay>> {
  const provider = await getCallerProvider(ctx)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    const out = (await listBusyRows(tx.db, provider.id, eventDate, eventDate)).filter(
      ({ kind }) => kind === 'booked_out',
    )
    await deleteBookedOut(
      tx,
      provider.id,
      out.map(({ id }) => id),
    )
    return { done: true as const }
  })
}

const minuteMs = 60_000

const stepMinutes = 30

const [firstMinute, lastMinute] = [300, 1710]

export const getRequestSpot = (mode: Mode, provider: Spot, search: Spot): Spot => {
  const { lat, lng } = mode === 'studio' ? provider : search
  return { lat, lng }
}

/**
 * Returns why a provider is not free for a job, with the nearest free time of the day, or null. Must not run inside a
 * transaction.
 */
export async function explainClash(
  ctx: Context,
  providerId: string,
  day: Day,
  job: Job,
  bufferMinutes: number,
): Promise<Clash | null> {
  const speeds = await getSpeeds(ctx)
  const other = await findConflict(ctx.db, providerId, job, bufferMinutes, speeds)
  if (!other) return null
  const of = { from: day.iso(other.from), to: day.iso(other.to) }
  if (!other.way) return { ...of, way: null }
  const { minutes, spot, before } = other.way
  const near = await findNearestPlace(ctx.reads, spot.lat, spot.lng)
  const finishTime = await nearestTime(ctx, providerId, day, job, bufferMinutes, speeds, other)
  return { ...of, way: { place: near?.place.name ?? '', minutes, before, finishTime } }
}

// Returns the time after the conflict and its travel, or before it, if that is free.
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
  return (await findConflict(ctx.db, providerId, moved, bufferMinutes, speeds)) ? null : day.iso(moved.to).slice(11, 16)
}
