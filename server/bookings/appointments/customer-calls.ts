import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import { presentPayment } from '#server/payments/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseWrongDay, speedsOf } from '#server/providers/diary/door.ts'
import { appointmentById, appointmentByShareKey, appointmentsOfAccount } from './appointment-queries.ts'
import { freeTimesOn } from '#server/bookings/moves/free-on-day.ts'
import { answerMove, proposeMove } from '#server/bookings/moves/move-booking.ts'
import { atOtherTime } from '#server/bookings/moves/other-time.ts'
import { ownAppointment } from './own-appointment.ts'
import { presentAppointment, presentShared, summariesOf } from './present-appointment.ts'
import { addSide, reportProblem } from '#server/bookings/disputes/report-problem.ts'

type Calls = typeof bookings

const MOST = 200

/** One's own bookings: what is ahead, soonest first, and what is past, newest first. */
export async function listBookings(ctx: Context): Promise<OutputOf<Calls['list']>> {
  const all = await summariesOf(
    ctx,
    await appointmentsOfAccount(ctx.db, ctx.viewer.accountId as string, MOST),
    'customer',
  )
  const isAhead = (one: (typeof all)[number]) =>
    (one.state === 'booked' && Date.parse(one.endsAt) > ctx.now.getTime()) || one.waits === 'rescue'
  return { ahead: all.filter(isAhead).reverse(), past: all.filter((one) => !isAhead(one)) }
}

const shown = async (ctx: Context, id: string) => ({
  appointment: await presentAppointment(ctx, await ownAppointment(ctx, id), 'customer'),
})

export const readBooking = (
  ctx: Context,
  { appointmentId }: InputOf<Calls['read']>,
): Promise<OutputOf<Calls['read']>> => shown(ctx, appointmentId)

// The same in a transaction, for a caller whose own it is known to be.
async function presented(ctx: Context, id: string) {
  const row = await appointmentById(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return { appointment: await presentAppointment(ctx, row, 'customer') }
}

/** When the artist is free on a day for this very job, by the time to be ready, with what it costs then. */
export async function showFreeTimes(
  ctx: Context,
  { appointmentId, eventDate }: InputOf<Calls['freeTimes']>,
): Promise<OutputOf<Calls['freeTimes']>> {
  const row = await ownAppointment(ctx, appointmentId)
  refuseWrongDay(eventDate, row.tz, ctx.now)
  const minutes = (row.ends_at.getTime() - row.starts_at.getTime()) / 60_000
  const times = await freeTimesOn(ctx, {
    providerId: row.provider_id,
    date: eventDate,
    tz: row.tz,
    minutes,
    spot: row,
    speeds: await speedsOf(ctx),
    except: [row.id],
  })
  const first = times[0]
  const price = first
    ? await atOtherTime(ctx, row, { eventDate, finishTime: first.finishTime }).catch((fault) => {
        if (fault instanceof Refusal) return null
        throw fault
      })
    : null
  return {
    times: first && !price ? [] : times,
    total: price && major(price.totalMinor),
    deposit: price && major(price.depositMinor),
  }
}

/** Suggests another time to the artist. */
export async function customerProposes(
  ctx: Context,
  { appointmentId, ...to }: InputOf<Calls['proposeMove']>,
): Promise<OutputOf<Calls['proposeMove']>> {
  return proposeMove(ctx, await ownAppointment(ctx, appointmentId), 'customer', to, (tx) =>
    presented(tx, appointmentId),
  )
}

/** Answers the artist's suggestion, or takes one's own back. */
export async function customerAnswers(
  ctx: Context,
  { appointmentId, moveId, answer }: InputOf<Calls['answerMove']>,
): Promise<OutputOf<Calls['answerMove']>> {
  return answerMove(ctx, await ownAppointment(ctx, appointmentId), moveId, 'customer', answer, async (tx, payment) => ({
    ...(await presented(tx, appointmentId)),
    payment: payment && presentPayment(tx, payment),
  }))
}

export async function customerReports(
  ctx: Context,
  { appointmentId, kind, text, pictures }: InputOf<Calls['report']>,
): Promise<OutputOf<Calls['report']>> {
  const row = await ownAppointment(ctx, appointmentId)
  return reportProblem(ctx, row, 'customer', { kind, text, pictures }, (tx) => presented(tx, appointmentId))
}

export async function customerAdds(
  ctx: Context,
  { appointmentId, text }: InputOf<Calls['addSide']>,
): Promise<OutputOf<Calls['addSide']>> {
  return addSide(ctx, await ownAppointment(ctx, appointmentId), 'customer', text, (tx) => presented(tx, appointmentId))
}

/** The run sheet for whoever has its link. */
export async function showSheet(ctx: Context, { key }: InputOf<Calls['sheet']>): Promise<OutputOf<Calls['sheet']>> {
  const row = await appointmentByShareKey(ctx.db, key)
  if (!row) throw new Refusal('not_found')
  return { sheet: await presentShared(ctx, row) }
}
