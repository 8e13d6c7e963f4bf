import type { SharedSheet } from '#contract/party/live-day.ts'
import { removeIdleArtists } from '#contract/search/remove-idle-artists.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  type AppointmentParts,
  type AppointmentRow,
  dayOfWork,
  headlineOf,
  createIsoFormatter,
  lockAppointment,
  getCustomerAppointment,
  presentAppointment,
  listParticipants,
  publishAppointment,
  findSheetByKey,
  updateAppointment,
} from '#server/appointments/index.ts'
import { getLiveDay, reorderPlan, getVisibleProgress } from './live-day.ts'
import { presentTeamGuests } from './guest-list.ts'
import { presentGuestRows } from './guests.ts'
import { presentWay } from './shared-locations.ts'

type Calls = typeof bookings

/** Throws `not_found` if the link is invalid or expired. */
export async function getSheet(ctx: Context, { key }: InputOf<Calls['sheet']>): Promise<OutputOf<Calls['sheet']>> {
  const row = await findSheetByKey(ctx, key)
  if (!row) throw new Refusal('not_found')
  return { sheet: await presentSharedSheet(ctx, row) }
}

/** Omits names and addresses of the customer. */
async function presentSharedSheet(ctx: Context, row: AppointmentRow): Promise<SharedSheet> {
  const [provider] = await listParticipants(ctx.db, [row.provider_id])
  const live = await getLiveDay(ctx.db, row, ctx.now)
  const { event, place, countryCode, timeZone, eventDate, mode, state, startsAt, endsAt, readyAt } = headlineOf(
    row,
    provider,
    false,
    null,
  )
  return {
    provider: provider?.name ?? '',
    artists: removeIdleArtists(row.body.plan).artists,
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
    said: getVisibleProgress(live),
    elsewhere: live.elsewhere,
    names: row.names,
    dayOf: dayOfWork(row),
    changedAt: row.changed_at.toISOString(),
    sequence: row.sequence,
  }
}

/** Throws if not everyone would be ready in the new order. */
export async function changeDay(
  ctx: Context,
  { appointmentId, day, names, order, shareNumber, smsReminders }: InputOf<typeof bookings.change>,
): Promise<OutputOf<typeof bookings.change>> {
  await getCustomerAppointment(ctx, appointmentId)
  return ctx.idempotent(async (tx) => {
    const row = await lockAppointment(tx.db, appointmentId)
    if (row?.state !== 'booked' || row.starts_at <= tx.now) throw new Refusal('state_changed')
    const whole = { ...row.day, ...day }
    if (row.mode === 'mobile' && !whole.address) throw createFieldRefusal('address_missing', 'day.address')
    const plan = order ? reorderPlan(row.body.plan, order, createIsoFormatter(row)) : row.body.plan
    if (!plan) throw new Refusal('order_cannot')
    const now = await updateAppointment(tx.db, row.id, {
      day: whole,
      body: { ...row.body, plan },
      ...(names ? { names: names.map((name) => name.trim()) } : {}),
      ...(shareNumber === undefined ? {} : { share_number: shareNumber }),
      ...(smsReminders === undefined ? {} : { sms_reminders: smsReminders }),
      changed_at: tx.now,
      sequence: row.sequence + 1,
    })
    await publishAppointment(tx, now, 'appointment.changed')
    return { appointment: await presentAppointment(tx, now, 'customer') }
  })
}

export const presentDay: AppointmentParts['party'] = async (ctx, { row, side, payments }) => {
  const live = await getLiveDay(ctx.db, row, ctx.now)
  return {
    plan: live.seen.plan,
    planned: live.planned,
    said: side === 'provider' ? live.said : getVisibleProgress(live),
    elsewhere: live.elsewhere,
    sharedWay: await presentWay(ctx, row, side),
    guests: await presentGuestRows(ctx, row, side, payments),
    teamGuests: side === 'customer' ? await presentTeamGuests(ctx, row) : null,
  }
}
