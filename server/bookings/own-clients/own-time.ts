import type { InputOf } from '#contract/endpoint.ts'
import type { ownClients } from '#contract/bookings/own-clients.ts'
import { limits } from '#contract/constants.ts'
import { minor } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf, daysBetween, minuteOfEvent, todayIn } from '#server/platform/event-day.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { freeOwn, speedsIn, takeOwn, type TightWay, tightWays } from '#server/providers/index.ts'
import type { OwnAppointmentRow } from './own-client-queries.ts'

type Said = Omit<InputOf<typeof ownClients.enter>, 'clientId' | 'repeat' | 'skipTaken'>

/** What was said about an own appointment as its row keeps it, on the clock of the artist's place; days that are past are history. */
export function keptOf(said: Said, tz: string, now: Date) {
  const day = dayOf(said.eventDate, tz)
  if (day.skips(said.startTime)) throw refuseField('time_skipped', 'startTime')
  if (daysBetween(todayIn(tz, now), said.eventDate) > limits.searchYearsAhead * 366)
    throw refuseField('date_too_far', 'eventDate')
  const from = day.at(minuteOfEvent(said.startTime))
  return {
    event_date: said.eventDate,
    tz,
    starts_at: new Date(from),
    ends_at: new Date(from + said.minutes * 60_000),
    services: said.services,
    place: said.place,
    lng: said.coordinates?.[0] ?? null,
    lat: said.coordinates?.[1] ?? null,
    price_minor: said.price === null ? null : minor(said.price),
    note: said.note,
  }
}

/** Takes an own appointment's time anew: none of what is past or called off. Refused where another job stands there; ways that are too short are said and stand. Under `lockDiary`. */
export async function takeOwnTime(
  ctx: Context,
  provider: { id: string; buffer_minutes: number },
  row: OwnAppointmentRow,
): Promise<TightWay[]> {
  await freeOwn(ctx, row.id)
  if (row.cancelled_at || row.ends_at <= ctx.now) return []
  const [from, to] = [row.starts_at.getTime(), row.ends_at.getTime()]
  await takeOwn(ctx.db, {
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
  return tightWays(ctx.db, provider.id, job, await speedsIn(ctx.db), [row.id])
}
