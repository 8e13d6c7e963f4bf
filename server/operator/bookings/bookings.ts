import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import {
  appointmentById,
  appointmentsById,
  cancelForProvider,
  disputeById,
  disputesOf,
  disputeSummaries,
  presentAppointment,
  summariesOf,
} from '#server/bookings/appointments/door.ts'
import { settleProblem } from '#server/bookings/disputes/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { saveSetting } from '#server/platform/settings.ts'
import { speedsOf, travelSpeedsKey } from '#server/providers/diary/door.ts'
import { bookingsPage, disputesPage } from './booking-queries.ts'

type Calls = typeof operatorBookings

/** Bookings, newest first. */
export async function listOperatorBookings(
  ctx: Context,
  { cursor, ...input }: InputOf<Calls['list']>,
): Promise<OutputOf<Calls['list']>> {
  const { page, nextCursor } = paged(await bookingsPage(ctx.db, { ...input, after: readCursor(cursor, uuids) }))
  const rows = await appointmentsById(
    ctx.db,
    page.map(({ id }) => id),
  )
  return { bookings: await summariesOf(ctx, rows, 'operator'), nextCursor }
}

async function rowOf(ctx: Context, id: string) {
  const row = await appointmentById(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function showOperatorBooking(
  ctx: Context,
  { appointmentId }: InputOf<Calls['read']>,
): Promise<OutputOf<Calls['read']>> {
  const row = await rowOf(ctx, appointmentId)
  return {
    appointment: await presentAppointment(ctx, row, 'operator'),
    disputeId: (await disputesOf(ctx.db, [row.id]))[0]?.id ?? null,
  }
}

/** Cancels a booking for the team: everything goes back, both are told why. */
export async function cancelOperatorBooking(
  ctx: Context,
  { appointmentId, reason }: InputOf<Calls['cancel']>,
): Promise<OutputOf<Calls['cancel']>> {
  return cancelForProvider(ctx, await rowOf(ctx, appointmentId), 'operator', reason, async (tx) => ({
    appointment: await presentAppointment(tx, await rowOf(tx, appointmentId), 'operator'),
  }))
}

/** Reports of problems. */
export async function listDisputes(
  ctx: Context,
  { state, cursor }: InputOf<Calls['disputes']>,
): Promise<OutputOf<Calls['disputes']>> {
  const { page, nextCursor } = paged(await disputesPage(ctx.db, { state, after: readCursor(cursor, uuids) }))
  return {
    disputes: await disputeSummaries(
      ctx,
      page.map(({ id }) => id),
    ),
    nextCursor,
  }
}

async function disputeWhole(ctx: Context, id: string): Promise<OutputOf<Calls['dispute']>> {
  const dispute = await disputeById(ctx.db, id)
  if (!dispute) throw new Refusal('not_found')
  const row = await rowOf(ctx, dispute.appointment_id)
  const appointment = await presentAppointment(ctx, row, 'operator')
  const [summary] = await summariesOf(ctx, [row], 'operator')
  if (!appointment.problem || !summary) throw new Refusal('not_found')
  return {
    dispute: { problem: appointment.problem, appointment: summary, paid: appointment.paid - appointment.refunded },
    appointment,
  }
}

export const showDispute = (
  ctx: Context,
  { disputeId }: InputOf<Calls['dispute']>,
): Promise<OutputOf<Calls['dispute']>> => disputeWhole(ctx, disputeId)

export async function settleDispute(
  ctx: Context,
  { disputeId, outcome, refund, noShow, reason }: InputOf<Calls['settle']>,
): Promise<OutputOf<Calls['settle']>> {
  const how = { outcome, refundMinor: minor(refund), noShow, reason }
  return settleProblem(ctx, disputeId, how, async (tx) => ({ dispute: (await disputeWhole(tx, disputeId)).dispute }))
}

export const showSpeeds = async (ctx: Context): Promise<OutputOf<Calls['speeds']>> => {
  const { detour, kmh, areas } = await speedsOf(ctx)
  return { detour, kmh, areas: [...areas] }
}

/** Changes how fast artists get about, from the next booking on. */
export async function setSpeeds(
  ctx: Context,
  { reason, ...speeds }: InputOf<Calls['setSpeeds']>,
): Promise<OutputOf<Calls['setSpeeds']>> {
  const before = await showSpeeds(ctx)
  await ctx.transaction(async (tx) => {
    await saveSetting(tx.database, tx.db, travelSpeedsKey, speeds, tx.now)
    await record(tx, {
      act: 'settings.change',
      subject: { kind: 'setting', id: travelSpeedsKey, name: 'Travel speeds' },
      before,
      after: speeds,
      reason,
    })
  })
  return speeds
}
