import { randomUUID } from 'node:crypto'
import { listRepeatDates } from '#contract/calendar/repeats.ts'
import type { privateClients } from '#contract/calendar/private-clients.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { markets } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { addDays, getEventDay, countDaysBetween, toEventMinute, getToday } from '#server/platform/event-day.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  releasePrivateTime,
  lockDiary,
  hasBusyConflict,
  getCallerProvider,
  getSpeedsInTransaction,
  insertPrivateBusyTime,
  type TightWay,
  listTightTrips,
} from '#server/providers/index.ts'
import {
  countOwnAppointments,
  deleteOwnAppointments,
  insertOwnAppointment,
  insertOwnSeries,
  type NamedAppointment,
  findPrivateAppointment,
  type PrivateAppointmentRow,
  listPrivateAppointmentsBetween,
  findPrivateClient,
  listSeriesFrom,
  updateOwnAppointment,
} from './private-clients.queries.ts'
import { presentOwn } from './private-clients.ts'
import { getVisitLink } from './private-visits.ts'
import { limits } from '#contract/constants.ts'
import { toMinor } from '#contract/money.ts'

export const MOST_APPOINTMENTS = 20_000

type Provider = Awaited<ReturnType<typeof getCallerProvider>>
type Timed = ReturnType<typeof buildPrivateAppointmentRow>

export async function listOwnAppointments(
  ctx: Context,
  { from, until }: InputOf<typeof privateClients.appointments>,
): Promise<OutputOf<typeof privateClients.appointments>> {
  const provider = await getCallerProvider(ctx)
  return { appointments: (await listPrivateAppointmentsBetween(ctx.db, provider.id, from, until)).map(presentOwn) }
}

/**
 * Creates a private appointment, or one per day of a repeat rule, and blocks its time as a booking does. Throws
 * `slot_taken` if a single appointment conflicts. For a series, throws `days_taken` with the days unless `skipTaken` is
 * set.
 */
export async function createOwnAppointment(
  ctx: Context,
  { clientId, repeat, skipTaken, ...said }: InputOf<typeof privateClients.createAppointment>,
): Promise<OutputOf<typeof privateClients.createAppointment>> {
  const provider = await getCallerProvider(ctx)
  const dates = repeat ? listRepeatDates(said.eventDate, repeat) : [said.eventDate]
  if (repeat && dates.length < 2) throw createFieldRefusal('repeat_once', 'until')
  const id = randomUUID()
  const link = await getVisitLink(ctx, id)
  return ctx.idempotent(async (tx) => {
    await lockDiary(tx.db, provider.id)
    const client = await findPrivateClient(tx.db, provider.id, clientId)
    if (!client) throw new Refusal('not_found')
    if ((await countOwnAppointments(tx.db, provider.id)) + dates.length > MOST_APPOINTMENTS)
      throw new Refusal('too_many_private_entries')
    const timed = dates.map((eventDate) => readTime(tx, provider, { ...said, eventDate }, repeat !== null))
    const { free, taken } = await sortByClash(tx, provider, dates, timed)
    const [first] = free
    if (taken.length && (!repeat || !first)) throw createFieldRefusal('slot_taken', 'startTime')
    if (!first || (taken.length && !skipTaken)) throw new Refusal('days_taken', { detail: { taken } })
    const series_id = repeat
      ? (
          await insertOwnSeries(tx.db, {
            provider_id: provider.id,
            repeat_unit: repeat.unit,
            repeat_every: repeat.every,
            created_at: tx.now,
          })
        ).id
      : null
    const tight: TightWay[] = []
    for (const time of free) {
      const row = await insertOwnAppointment(tx.db, {
        ...time,
        ...(time === first ? { id } : {}),
        provider_id: provider.id,
        client_id: client.id,
        series_id,
        currency: markets[provider.country_code as Country].currency,
        created_at: tx.now,
        changed_at: tx.now,
      })
      const ways = await reservePrivateTime(tx, provider, row)
      if (time === first) tight.push(...ways)
    }
    return { ...(await presentSaved(tx, provider, id)), count: free.length, skipped: taken, tight, link }
  })
}

/**
 * Updates a private appointment, or this and all following appointments of its series, which move by the same number of
 * days. Cancelled appointments free their time. Throws `slot_taken`, or `days_taken` for a series.
 */
export async function changeOwnAppointment(
  ctx: Context,
  { appointmentId, cancelled, scope, ...said }: InputOf<typeof privateClients.updateAppointment>,
): Promise<OutputOf<typeof privateClients.updateAppointment>> {
  const provider = await getCallerProvider(ctx)
  const link = await getVisitLink(ctx, appointmentId)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    const known = await findPrivateAppointment(tx.db, provider.id, appointmentId)
    if (!known) throw new Refusal('not_found')
    const rows = await appointmentsInScope(tx, provider, known, scope)
    const days = countDaysBetween(known.event_date, said.eventDate)
    const dates = rows.map((row) => addDays(row.event_date, days))
    const timed = dates.map((eventDate) => readTime(tx, provider, { ...said, eventDate }, rows.length > 1))
    // Releases old times first: an appointment may move to where the next one of the series was.
    for (const row of rows) await releasePrivateTime(tx, row.id)
    if (!cancelled) {
      const { taken } = await sortByClash(tx, provider, dates, timed)
      if (taken.length && rows.length === 1) throw createFieldRefusal('slot_taken', 'startTime')
      if (taken.length) throw new Refusal('days_taken', { detail: { taken } })
    }
    const tight: TightWay[] = []
    for (const [i, row] of rows.entries()) {
      const time = timed[i]
      const changed = await updateOwnAppointment(tx.db, row.id, {
        ...(time && !(cancelled && row.id !== known.id) ? time : {}),
        ...(time && !hasSameTerms(row, time) ? { answered_at: null } : {}),
        cancelled_at: cancelled ? (row.cancelled_at ?? tx.now) : null,
        changed_at: tx.now,
      })
      const ways = await reservePrivateTime(tx, provider, changed)
      if (row.id === known.id) tight.push(...ways)
    }
    return { ...(await presentSaved(tx, provider, known.id)), count: rows.length, skipped: [], tight, link }
  })
}

export async function deleteOwnAppointment(
  ctx: Context,
  { appointmentId, scope }: InputOf<typeof privateClients.deleteAppointment>,
): Promise<OutputOf<typeof privateClients.deleteAppointment>> {
  const provider = await getCallerProvider(ctx)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, provider.id)
    const known = await findPrivateAppointment(tx.db, provider.id, appointmentId)
    if (!known) throw new Refusal('not_found')
    const rows = await appointmentsInScope(tx, provider, known, scope)
    await deleteOwnAppointments(
      tx.db,
      provider.id,
      rows.map(({ id }) => id),
    )
    return { done: true as const }
  })
}

/**
 * Returns the appointments that a change applies to. Cancelled appointments of a series do not change unless they are
 * edited individually.
 */
const appointmentsInScope = async (
  ctx: Context,
  provider: Provider,
  known: NamedAppointment,
  scope: 'one' | 'following',
): Promise<NamedAppointment[]> =>
  scope === 'following' && known.series_id
    ? (await listSeriesFrom(ctx.db, provider.id, known.series_id, known.starts_at)).filter(
        ({ id, cancelled_at }) => id === known.id || !cancelled_at,
      )
    : [known]

/**
 * In a series, a time that daylight saving skips counts as a conflict. For a single appointment, such a time is
 * refused.
 */
function readTime(
  ctx: Context,
  provider: Provider,
  said: Parameters<typeof buildPrivateAppointmentRow>[0],
  ofSeries: boolean,
) {
  try {
    return buildPrivateAppointmentRow(said, provider.tz, ctx.now)
  } catch (fault) {
    if (ofSeries && fault instanceof Refusal && fault.code === 'time_skipped') return null
    throw fault
  }
}

async function sortByClash(
  ctx: Context,
  provider: Provider,
  dates: readonly string[],
  timed: readonly (Timed | null)[],
): Promise<{ free: Timed[]; taken: string[] }> {
  const free: Timed[] = []
  const taken: string[] = []
  for (const [i, time] of timed.entries()) {
    const clash =
      time === null ||
      (time.ends_at > ctx.now &&
        (await hasBusyConflict(ctx.db, provider.id, time.starts_at.getTime(), time.ends_at.getTime())))
    if (clash) taken.push(dates[i] as string)
    else free.push(time)
  }
  return { free, taken }
}

async function presentSaved(ctx: Context, provider: Provider, id: string) {
  const row = await findPrivateAppointment(ctx.db, provider.id, id)
  if (!row) throw new Error(`the appointment ${id} was not saved`)
  return { appointment: presentOwn(row) }
}

const hasSameTerms = (row: NamedAppointment, time: Timed): boolean =>
  row.starts_at.getTime() === time.starts_at.getTime() &&
  row.ends_at.getTime() === time.ends_at.getTime() &&
  row.price_minor === time.price_minor

type Said = Omit<InputOf<typeof privateClients.createAppointment>, 'clientId' | 'repeat' | 'skipTaken'>

export function buildPrivateAppointmentRow(said: Said, tz: string, now: Date) {
  const day = getEventDay(said.eventDate, tz)
  if (day.skips(said.startTime)) throw createFieldRefusal('time_skipped', 'startTime')
  if (countDaysBetween(getToday(tz, now), said.eventDate) > limits.searchYearsAhead * 366)
    throw createFieldRefusal('date_too_far', 'eventDate')
  const from = day.at(toEventMinute(said.startTime))
  return {
    event_date: said.eventDate,
    tz,
    starts_at: new Date(from),
    ends_at: new Date(from + said.minutes * 60_000),
    services: said.services,
    place: said.place,
    lng: said.coordinates?.[0] ?? null,
    lat: said.coordinates?.[1] ?? null,
    price_minor: said.price === null ? null : toMinor(said.price),
    note: said.note,
  }
}

/**
 * Blocks the time of a private appointment, unless it is past or cancelled. Throws if another job conflicts; too short
 * a travel time only returns a warning. Requires `lockDiary`.
 */
export async function reservePrivateTime(
  ctx: Context,
  provider: { id: string; buffer_minutes: number },
  row: PrivateAppointmentRow,
): Promise<TightWay[]> {
  await releasePrivateTime(ctx, row.id)
  if (row.cancelled_at || row.ends_at <= ctx.now) return []
  const [from, to] = [row.starts_at.getTime(), row.ends_at.getTime()]
  await insertPrivateBusyTime(ctx.db, {
    providerId: provider.id,
    ownId: row.id,
    from,
    to,
    bufferMinutes: provider.buffer_minutes,
    eventDate: row.event_date,
    lat: row.lat,
    lng: row.lng,
  })
  if (row.lat === null || row.lng === null) return []
  const job = { from, to, lat: row.lat, lng: row.lng }
  return listTightTrips(ctx.db, provider.id, job, await getSpeedsInTransaction(ctx.db), [row.id])
}
