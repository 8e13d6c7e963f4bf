import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import {
  findAppointmentById,
  listAppointmentsById,
  listDisputesOf,
  presentAppointment,
  presentSummaries,
} from '#server/appointments/index.ts'
import { cancelByOperator, findPartnerOfBooking } from '#server/bookings/index.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { toMajorSums } from './overview.ts'
import { getUpcomingBookings, fetchBookings } from './bookings.queries.ts'
import type { AppointmentState } from '#contract/appointments/lifecycle-appointment.ts'
import { listBookingsOfTeam } from '#server/party/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getSpeeds, travelSpeedsKey } from '#server/providers/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { saveSetting } from '#server/platform/settings.ts'

type Calls = typeof operatorBookings

export async function listOperatorBookings(
  ctx: Context,
  { cursor, ...input }: InputOf<Calls['list']>,
): Promise<OutputOf<Calls['list']>> {
  const { rows: page, nextCursor } = await fetchBookings(ctx.db, { ...input, cursor, now: ctx.now })
  const rows = await listAppointmentsById(
    ctx.db,
    page.map(({ id }) => id),
  )
  await recordAccess(ctx, { what: 'bookings', of: rows.map((row) => row.account_id) })
  const ahead = await getUpcomingBookings(ctx.db, ctx.now)
  return {
    bookings: await presentSummaries(ctx, rows, 'operator'),
    ahead: { bookings: ahead.bookings, worth: toMajorSums(ahead.money) },
    nextCursor,
  }
}

export async function getOperatorBooking(
  ctx: Context,
  { appointmentId }: InputOf<Calls['read']>,
): Promise<OutputOf<Calls['read']>> {
  const row = await getAppointmentRow(ctx, appointmentId)
  await recordAccess(ctx, { what: 'booking', subjectId: row.id, of: [row.account_id] })
  return {
    appointment: await presentAppointment(ctx, row, 'operator'),
    disputeId: (await listDisputesOf(ctx.db, [row.id]))[0]?.id ?? null,
    partner: (await findPartnerOfBooking(ctx.db, row.id)) ?? null,
    party: (await listBookingsOfTeam(ctx.db, row.id)).map(({ id, number, name, state }) => ({
      appointmentId: id,
      number,
      name,
      state: state as AppointmentState,
    })),
  }
}

export async function getAppointmentRow(ctx: Context, id: string) {
  const row = await findAppointmentById(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Refunds the customer in full and notifies both sides with the reason. */
export async function cancelOperatorBooking(
  ctx: Context,
  { appointmentId, reason }: InputOf<Calls['cancel']>,
): Promise<OutputOf<Calls['cancel']>> {
  return cancelByOperator(ctx, await getAppointmentRow(ctx, appointmentId), reason, async (tx) => ({
    appointment: await presentAppointment(tx, await getAppointmentRow(tx, appointmentId), 'operator'),
  }))
}

export const getTravelSpeeds = async (ctx: Context): Promise<OutputOf<Calls['speeds']>> => {
  const { detour, kmh, areas } = await getSpeeds(ctx)
  return { detour, kmh, areas: [...areas] }
}

export async function setSpeeds(
  ctx: Context,
  { reason, ...speeds }: InputOf<Calls['setSpeeds']>,
): Promise<OutputOf<Calls['setSpeeds']>> {
  const before = await getTravelSpeeds(ctx)
  await ctx.transaction(async (tx) => {
    await saveSetting(tx.database, tx.db, travelSpeedsKey, speeds, tx.now)
    await recordAudit(tx, {
      act: 'settings.change',
      subject: { kind: 'setting', id: travelSpeedsKey, name: 'Travel speeds' },
      before,
      after: speeds,
      reason,
    })
  })
  return speeds
}
