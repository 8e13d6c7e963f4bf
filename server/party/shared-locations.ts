import {
  getProviderAppointment,
  type AppointmentRow,
  listAppointmentsOfProvider,
  createIsoFormatter,
  lockAppointmentOf,
  earliestWorkStart,
} from '#server/appointments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { announceEvent } from '#server/platform/live/announce.ts'
import {
  startSharingLocation,
  endWay,
  deleteSharedLocationsBefore,
  saveSharedLocation,
  findSharedLocation,
} from './live-day.queries.ts'
import type { DayWay, providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { listPrivateAppointmentsBetween } from '#server/calendar/index.ts'
import { getEventDay, countDaysBetween } from '#server/platform/event-day.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  getCallerProvider,
  getSpeeds,
  type Spot,
  computeTravelMinutes,
  type TravelSpeeds,
} from '#server/providers/index.ts'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { measureMetres } from '#server/places/index.ts'

/** Only the customer's open pages reload the location, not those of the group and colleagues. */
const announceSharedLocation = (
  tx: Context,
  { id, account_id, search_id }: Pick<AppointmentRow, 'id' | 'account_id' | 'search_id'>,
): Promise<void> =>
  announceEvent(tx, {
    to: [`search:${search_id}`, ...(account_id ? [`account:${account_id}`] : [])],
    kind: 'appointment.way',
    ref: id,
  })

/** Ended shares are deleted immediately. */
export async function deleteExpiredSharedLocations({ db, now }: Context): Promise<void> {
  await deleteSharedLocationsBefore(db, now)
}

const MOST_DAYS = 62

export async function listWays(
  ctx: Context,
  { from, until }: InputOf<typeof providerBookings.listSharedLocations>,
): Promise<OutputOf<typeof providerBookings.listSharedLocations>> {
  if (until < from || countDaysBetween(from, until) > MOST_DAYS) throw createFieldRefusal('times_in_order', 'until')
  const provider = await getCallerProvider(ctx)
  const [begins, ends] = [getEventDay(from, provider.tz).at(0), getEventDay(until, provider.tz).at(2 * 1440)]
  const booked = await listAppointmentsOfProvider(ctx.db, provider.id, new Date(begins), new Date(ends), 1_000)
  // An operator who impersonates the artist sees neither her private clients nor their places.
  const own = ctx.viewer.actorId ? [] : await listPrivateAppointmentsBetween(ctx.db, provider.id, from, until)
  const jobs = [
    ...booked.filter(({ state }) => state !== 'cancelled'),
    ...own.filter(({ cancelled_at }) => cancelled_at === null),
  ]
    .filter(({ event_date }) => event_date >= from && event_date <= until)
    .map(({ event_date, starts_at, ends_at, lat, lng }) => ({
      eventDate: event_date,
      from: starts_at.getTime(),
      to: ends_at.getTime(),
      spot: lat === null || lng === null ? null : { lat, lng },
    }))
  const speeds = await getSpeeds(ctx)
  const byDay = Map.groupBy(jobs, ({ eventDate }) => eventDate)
  return {
    ways: [...byDay.keys()].sort().flatMap((day) => waysOf(byDay.get(day) ?? [], provider, speeds, provider.tz)),
  }
}

type Job = { eventDate: string; from: number; to: number; spot: Spot | null }

function waysOf(jobs: readonly Job[], base: Spot, speeds: TravelSpeeds, tz: string): DayWay[] {
  const sorted = jobs.toSorted((a, b) => a.from - b.from)
  return sorted.flatMap((job, i) => {
    const before = sorted[i - 1]
    const start = before ? before.spot : base
    const minutes = job.spot && start ? computeTravelMinutes(start, job.spot, speeds) : 0
    if (minutes === 0) return []
    const day = getEventDay(job.eventDate, tz)
    const setOut = job.from - minutes * 60_000
    return [
      {
        eventDate: job.eventDate,
        from: day.iso(setOut),
        to: day.iso(job.from),
        minutes,
        after: before ? ('job' as const) : ('base' as const),
        tight: before !== undefined && setOut < before.to,
      },
    ]
  })
}

/**
 * The customer sees the minutes of travel, the artist that the location is shared. The position itself is never
 * returned.
 */
export async function presentWay(
  ctx: Context,
  row: AppointmentRow,
  side: Appointment['side'],
): Promise<Appointment['sharedWay']> {
  if (side === 'operator' || row.state !== 'booked' || row.mode !== 'mobile' || row.arrived_at) return null
  if (ctx.now.getTime() < earliestWorkStart(row)) return null
  // An impersonating operator sees no location.
  if (ctx.viewer.actorId) return null
  const way = await findSharedLocation(ctx.db, row.id, ctx.now)
  if (!way) return null
  const iso = createIsoFormatter(row)
  const { lat, lng, at } = way
  const known = lat !== null && lng !== null && at !== null
  return {
    endsAt: iso(way.ends_at.getTime()),
    at: at && iso(at.getTime()),
    minutes: known && side === 'customer' ? computeTravelMinutes({ lat, lng }, row, await getSpeeds(ctx)) : null,
  }
}

/** Throws if the location is no longer shared. */
export async function sendWay(
  ctx: Context,
  { appointmentId, lat, lng }: InputOf<typeof providerBookings.sendLocation>,
): Promise<OutputOf<typeof providerBookings.sendLocation>> {
  const row = await getProviderAppointment(ctx, appointmentId)
  return ctx.transaction(async (tx) => {
    const way = await saveSharedLocation(tx.db, row.id, { lat, lng }, tx.now)
    if (!way) throw new Refusal('state_changed')
    if (way.kept) await announceSharedLocation(tx, row)
    return { endsAt: createIsoFormatter(row)(way.endsAt.getTime()) }
  })
}

/** Only the artist herself can share her location. */
export async function shareWay(
  ctx: Context,
  { appointmentId, share }: InputOf<typeof providerBookings.startSharingLocation>,
): Promise<OutputOf<typeof providerBookings.startSharingLocation>> {
  await getProviderAppointment(ctx, appointmentId)
  return ctx.transaction(async (tx) => {
    const row = await lockAppointmentOf(tx, appointmentId)
    if (share && row.state === 'booked' && tx.now.getTime() < earliestWorkStart(row)) throw new Refusal('too_early')
    if (!share) await endWay(tx.db, row.id)
    const endsAt = share ? await startSharingLocation(tx.db, row.id, tx.now) : null
    await announceSharedLocation(tx, row)
    return { endsAt: endsAt && createIsoFormatter(row)(endsAt.getTime()) }
  })
}

/** Returns the trip from the previous job of the day or the artist's base. Null if the customer comes to the artist. */
export async function getTrip(
  ctx: Context,
  { appointmentId }: InputOf<typeof providerBookings.readSharedLocation>,
): Promise<OutputOf<typeof providerBookings.readSharedLocation>> {
  const row = await getProviderAppointment(ctx, appointmentId)
  if (row.mode === 'studio') return { way: null }
  const provider = await getCallerProvider(ctx)
  const day = await listAppointmentsOfProvider(
    ctx.db,
    provider.id,
    new Date(row.starts_at.getTime() - DAY_MS),
    row.starts_at,
    50,
  )
  const booked = day.filter(
    ({ id, event_date, state }) => id !== row.id && event_date === row.event_date && state !== 'cancelled',
  )
  const own = (await listPrivateAppointmentsBetween(ctx.db, provider.id, row.event_date, row.event_date)).filter(
    ({ cancelled_at, starts_at }) => cancelled_at === null && starts_at < row.starts_at,
  )
  const before = [...booked, ...own]
    .flatMap(({ lat, lng, starts_at }) => (lat === null || lng === null ? [] : [{ lat, lng, starts_at }]))
    .toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
    .at(-1)
  const from = before ?? provider
  return {
    way: {
      from: [from.lng, from.lat],
      to: [row.lng, row.lat],
      after: before ? 'job' : 'base',
      metres: Math.round(measureMetres(from.lat, from.lng, row.lat, row.lng)),
      minutes: computeTravelMinutes(from, row, await getSpeeds(ctx)),
    },
  }
}

const DAY_MS = 86_400_000
