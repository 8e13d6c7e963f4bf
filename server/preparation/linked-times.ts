import type { bookings } from '#contract/bookings/bookings.ts'
import { getSpan, patchTestSpan, type SpanRule } from '#contract/preparation/trial-price.ts'
import type { FreeTime } from '#contract/bookings/moves.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { getProviderAppointment, type AppointmentRow, getCustomerAppointment } from '#server/appointments/index.ts'
import { listFreeTimesOnDay } from '#server/calendar/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  assertBookableDay,
  getSpeedsInTransaction,
  getSpeeds,
  insertBusyTime,
  type TravelSpeeds,
} from '#server/providers/index.ts'
import { listMissingOf, type MissingTest } from './linked-jobs.queries.ts'
import { findPatchTest } from './linked-appointments.queries.ts'
import { findTrial, isOpenToChange, type LinkedKind, type LinkedTime, type TrialRow } from '#server/billing/index.ts'

export type LinkedDay = Pick<AppointmentRow, 'provider_id' | 'tz' | 'lat' | 'lng' | 'starts_at'>
export type RequestedTime = { eventDate: string; startsAt: string }

type Wanted = {
  minutes: number
  rule: SpanRule
  except?: readonly string[]
}

/** Returns free times within the appointment's span. Throws `date_past` or `date_too_far`. */
export async function listFreeTimes(
  ctx: Context,
  day: LinkedDay,
  { eventDate, minutes, rule, speeds, except = [] }: Wanted & { eventDate: string; speeds: TravelSpeeds },
): Promise<FreeTime[]> {
  assertBookableDay(eventDate, day.tz, ctx.now)
  const times = await listFreeTimesOnDay(ctx, {
    providerId: day.provider_id,
    date: eventDate,
    tz: day.tz,
    minutes,
    services: [],
    spot: day,
    speeds,
    except,
  })
  const { from, until } = getSpan(day.starts_at.getTime(), rule)
  return times.filter(({ startsAt, endsAt }) => Date.parse(startsAt) >= from && Date.parse(endsAt) <= until)
}

export const findTime = (times: readonly FreeTime[], startsAt: string): FreeTime | undefined =>
  times.find((one) => Date.parse(one.startsAt) === Date.parse(startsAt))

/** Several services are tested together. */
export const getTestMinutes = (missing: readonly MissingTest[]): number =>
  Math.max(...missing.map(({ minutes }) => minutes))

type Schedulable = { trial: Wanted & { row: TrialRow }; patch_test: Wanted & { missing: MissingTest[] } }

async function findSchedulable<K extends LinkedKind>(
  ctx: Context,
  booking: AppointmentRow,
  kind: K,
): Promise<Schedulable[K] | null> {
  const found: Partial<Schedulable> = {}
  if (kind === 'trial') {
    const row = await findTrial(ctx.db, booking.id)
    if (row && isOpenToChange(booking, row, ctx.now))
      found.trial = { row, minutes: row.minutes, rule: row, except: [row.id] }
  } else {
    const missing = await listMissingOf(ctx.db, booking)
    const test = await findPatchTest(ctx.db, booking.id)
    const except = test?.state === 'booked' ? [test.id] : []
    if (missing.length > 0)
      found.patch_test = { missing, minutes: getTestMinutes(missing), rule: patchTestSpan, except }
  }
  return found[kind] ?? null
}

async function listTimesFor(
  ctx: Context,
  booking: AppointmentRow,
  kind: LinkedKind,
  eventDate: string,
): Promise<{ times: FreeTime[] }> {
  assertBookableDay(eventDate, booking.tz, ctx.now)
  const wanted = await findSchedulable(ctx, booking, kind)
  if (!wanted) return { times: [] }
  return { times: await listFreeTimes(ctx, booking, { ...wanted, eventDate, speeds: await getSpeeds(ctx) }) }
}

const createHandler =
  (kind: LinkedKind, find: typeof getCustomerAppointment) =>
  async (
    ctx: Context,
    { appointmentId, eventDate }: InputOf<typeof bookings.testTimes>,
  ): Promise<OutputOf<typeof bookings.testTimes>> =>
    listTimesFor(ctx, await find(ctx, appointmentId), kind, eventDate)

export const listTestTimes = createHandler('patch_test', getCustomerAppointment)
export const listTrialTimes = createHandler('trial', getCustomerAppointment)
export const listOwnTrialTimes = createHandler('trial', getProviderAppointment)

/**
 * Returns the linked appointment to schedule and the requested time. Throws `state_changed` or `slot_taken`. Requires
 * `lockDiary`.
 */
export async function getSchedulable<K extends LinkedKind>(
  tx: Context,
  booking: AppointmentRow,
  kind: K,
  { eventDate, startsAt }: RequestedTime,
): Promise<Schedulable[K] & { time: LinkedTime }> {
  const wanted = await findSchedulable(tx, booking, kind)
  if (!wanted) throw new Refusal('state_changed')
  const free = await listFreeTimes(tx, booking, { ...wanted, eventDate, speeds: await getSpeedsInTransaction(tx.db) })
  const time = findTime(free, startsAt)
  if (!time) throw new Refusal('slot_taken')
  const stored = { starts_at: new Date(time.startsAt), ends_at: new Date(time.endsAt), event_date: eventDate }
  return { ...wanted, time: stored }
}

export type DiaryPlace = Pick<AppointmentRow, 'provider_id' | 'lat' | 'lng' | 'buffer_minutes'>

/** Requires `lockDiary`. */
export const addToDiary = (
  tx: Context,
  { provider_id: providerId, lat, lng, buffer_minutes: bufferMinutes }: DiaryPlace,
  { from, to, event_date: eventDate }: { from: number; to: number; event_date: string },
  entry: { kind: 'hold' | 'appointment'; ref: string },
) =>
  insertBusyTime(tx.db, {
    ...entry,
    providerId,
    lat,
    lng,
    bufferMinutes,
    eventDate,
    from,
    to: to + bufferMinutes * 60_000,
  })

/** Requires `lockDiary`. */
export const addBookedTime = (
  tx: Context,
  booking: DiaryPlace,
  { starts_at, ends_at, event_date }: LinkedTime,
  ref: string,
) =>
  addToDiary(
    tx,
    booking,
    { from: starts_at.getTime(), to: ends_at.getTime(), event_date },
    { kind: 'appointment', ref },
  )
