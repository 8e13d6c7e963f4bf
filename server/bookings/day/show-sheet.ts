import type { SharedSheet } from '#contract/bookings/day.ts'
import { atWork } from '#contract/search/at-work.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sheetOfKey } from './sheet-of-key.ts'
import { type AppointmentRow, providersShown } from '#server/bookings/appointments/appointment-queries.ts'
import { dayOfWork, headlineOf } from '#server/bookings/appointments/present-appointment.ts'
import { liveOf, standingOf } from './live-of.ts'

type Calls = typeof bookings

/** Returns the run sheet that a link opens. Throws `not_found` if the link is invalid or has ended. */
export async function showSheet(ctx: Context, { key }: InputOf<Calls['sheet']>): Promise<OutputOf<Calls['sheet']>> {
  const row = await sheetOfKey(ctx, key)
  if (!row) throw new Refusal('not_found')
  return { sheet: await presentSharedSheet(ctx, row) }
}

/** Presents an appointment without names and addresses of its customer, as its run sheet shows it. */
async function presentSharedSheet(ctx: Context, row: AppointmentRow): Promise<SharedSheet> {
  const [provider] = await providersShown(ctx.db, [row.provider_id])
  const live = await liveOf(ctx.db, row, ctx.now)
  const { event, place, countryCode, timeZone, eventDate, mode, state, startsAt, endsAt, readyAt } = headlineOf(
    row,
    provider,
    false,
    null,
  )
  return {
    provider: provider?.name ?? '',
    artists: atWork(row.body.plan).artists,
    event,
    place,
    countryCode,
    timeZone,
    eventDate,
    mode,
    state,
    startsAt,
    endsAt,
    readyAt,
    plan: live.seen.plan,
    planned: live.planned,
    said: standingOf(live),
    elsewhere: live.elsewhere,
    names: row.names,
    dayOf: dayOfWork(row),
    changedAt: row.changed_at.toISOString(),
    sequence: row.sequence,
  }
}
