import type { bookings } from '#contract/bookings/bookings.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type AppointmentRow, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import { appointmentOfOwn, ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentBooking } from '#server/bookings/appointments/present-booking.ts'
import { presentOwnAppointment } from '#server/bookings/appointments/read-appointment.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { type Sender, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { freeBusy } from '#server/providers/diary/door.ts'
import { lockDiary } from '#server/providers/door.ts'
import { listMissingOf } from './due-queries.ts'
import { releaseTest } from './follow-booking.ts'
import { addBookedTime, type AskedTime, getSchedulable } from './free-times.ts'
import {
  findPatchTest,
  hasBookedTest,
  insertLinkedAppointment,
  type LinkedTime,
  type TrialRow,
  updateBookedTest,
  updateTrial,
} from './linked-queries.ts'
import { notifyBothSides } from './notify.ts'
import { getPolicyStart, labelByDay } from './trial-money.ts'

/** Books the patch test that a booking needs, or moves the one that is booked, to a free time of the provider. */
export async function bookTest(
  ctx: Context,
  { appointmentId, ...asked }: InputOf<typeof bookings.bookTest>,
): Promise<OutputOf<typeof bookings.bookTest>> {
  await ownAppointment(ctx, appointmentId)
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const booking = await lockAppointmentOf(tx, appointmentId)
    if (booking.state !== 'booked' || booking.starts_at <= tx.now) throw new Refusal('state_changed')
    await lockDiary(tx.db, booking.provider_id)
    const { missing, time } = await getSchedulable(tx, booking, 'patch_test', asked)
    await releaseTest(tx, booking.id)
    const id = await insertTest(
      tx,
      booking,
      missing.map((one) => one.id),
      time,
    )
    await addBookedTime(tx, booking, time, id)
    await notifyBothSides(tx, sender, booking, 'test.booked', { id, ...time })
    await publishAppointment(tx, booking, 'appointment.changed')
    return presentBooking(tx, booking.id)
  })
}

/** Inserts a booked patch test of a booking, by itself or as part of a trial. Returns its id. */
export async function insertTest(
  tx: Context,
  booking: AppointmentRow,
  services: string[],
  time: LinkedTime,
  trialId: string | null = null,
): Promise<string> {
  const minutes = (time.ends_at.getTime() - time.starts_at.getTime()) / 60_000
  const values = { kind: 'patch_test', part_of: trialId, services, minutes, ...time } as const
  return (await insertLinkedAppointment(tx.db, booking, tx.now, values)).id
}

/** Moves the trial of the customer's booking, or schedules it if it has no time. */
export async function moveTrial(
  ctx: Context,
  { appointmentId, ...asked }: InputOf<typeof bookings.moveTrial>,
): Promise<OutputOf<typeof bookings.moveTrial>> {
  await ownAppointment(ctx, appointmentId)
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    await rescheduleTrial(tx, sender, appointmentId, 'customer', asked)
    return presentBooking(tx, appointmentId)
  })
}

/** Moves the trial of an appointment with the calling provider, or schedules it if it has no time. */
export async function moveOwnTrial(
  ctx: Context,
  { appointmentId, ...asked }: InputOf<typeof providerBookings.moveTrial>,
): Promise<OutputOf<typeof providerBookings.moveTrial>> {
  await appointmentOfOwn(ctx, appointmentId)
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    await rescheduleTrial(tx, sender, appointmentId, 'provider', asked)
    return presentOwnAppointment(tx, appointmentId)
  })
}

async function rescheduleTrial(
  tx: Context,
  sender: Sender,
  appointmentId: string,
  by: 'customer' | 'provider',
  asked: AskedTime,
): Promise<void> {
  const booking = await lockAppointmentOf(tx, appointmentId)
  await lockDiary(tx.db, booking.provider_id)
  const { row: trial, time } = await getSchedulable(tx, booking, 'trial', asked)
  const policy_start = getPolicyStart(trial, by, time.starts_at)
  if (!(await updateTrial(tx.db, trial.id, ['open', 'booked'], { state: 'booked', policy_start, ...time })))
    throw new Refusal('state_changed')
  await freeBusy(tx, [trial.id])
  await addBookedTime(tx, booking, time, trial.id)
  if (trial.with_test) await moveTestOfTrial(tx, booking, trial, time)
  const moved = await updateAppointment(tx.db, booking.id, {
    body: labelByDay(booking, trial.labels, time.event_date, tx.now),
    changed_at: tx.now,
  })
  await notifyBothSides(tx, sender, moved, 'trial.moved', { id: trial.id, ...time })
  await publishAppointment(tx, moved, 'appointment.changed')
}

// A test that was cancelled when the trial lost its time is booked again, unless another one is booked or none is needed.
async function moveTestOfTrial(tx: Context, booking: AppointmentRow, trial: TrialRow, time: LinkedTime): Promise<void> {
  if (await hasBookedTest(tx.db, trial.id)) return void (await updateBookedTest(tx.db, booking.id, time))
  const missing = await listMissingOf(tx.db, booking)
  const test = await findPatchTest(tx.db, booking.id)
  if (missing.length === 0 || test?.state === 'booked') return
  await insertTest(
    tx,
    booking,
    missing.map(({ id }) => id),
    time,
    trial.id,
  )
}
