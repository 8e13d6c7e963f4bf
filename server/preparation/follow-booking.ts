import { type AppointmentRow, type BookingEvents, updateAppointment } from '#server/appointments/index.ts'
import type { Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { releaseBusyTimes } from '#server/providers/index.ts'
import { findPatchTest, hasBookedTest, updateBookedTest, updateTrial } from './linked-appointments.queries.ts'
import { findTrial, hasBegun, isInSpan, labelByDay, type PatchTestRow, type TrialRow } from '#server/billing/index.ts'
import { notifyBothSides } from './linked-notices.ts'

/** Returns the cancelled patch test, or undefined. Requires `lockDiary`. */
export async function releaseTest(ctx: Context, appointmentId: string): Promise<PatchTestRow | undefined> {
  const test = await updateBookedTest(ctx.db, appointmentId, { state: 'cancelled', ended_at: ctx.now })
  if (test) await releaseBusyTimes(ctx, [test.id])
  return test
}

/** Also cancels the trial's patch test. Requires `lockDiary`. */
export async function releaseTrial(ctx: Context, booking: AppointmentRow, trial: TrialRow): Promise<void> {
  await releaseBusyTimes(ctx, [trial.id])
  if (await hasBookedTest(ctx.db, trial.id))
    await updateBookedTest(ctx.db, booking.id, { state: 'cancelled', ended_at: ctx.now })
}

/**
 * Cancels the linked appointments of a cancelled booking and frees their time. A trial that has begun counts as done.
 * Requires `lockDiary`.
 */
export async function cancelLinked(
  ctx: Context,
  { row: booking, by }: BookingEvents['bookingCancelled'],
): Promise<void> {
  const trial = await findTrial(ctx.db, booking.id)
  if (trial?.state === 'booked' || trial?.state === 'open') {
    await updateTrial(ctx.db, trial.id, ['booked', 'open'], {
      ...(hasBegun(trial, ctx.now) ? { state: 'done' } : { state: 'cancelled', cancelled_by: by }),
      ended_at: ctx.now,
    })
    await releaseTrial(ctx, booking, trial)
  }
  await releaseTest(ctx, booking.id)
}

/**
 * Validates the linked appointments of a moved booking. A trial that no longer fits needs another time, a patch test is
 * cancelled, and both sides are notified. Updates the trial's price label. Requires `lockDiary`.
 */
export async function realignLinked(
  ctx: Context,
  { row: moved, sender }: BookingEvents['bookingMoved'],
): Promise<void> {
  const booking = await realignTrial(ctx, sender, moved)
  const test = await findPatchTest(ctx.db, booking.id)
  if (test?.state === 'booked' && !isInSpan(booking, test)) {
    await releaseTest(ctx, booking.id)
    await notifyBothSides(ctx, sender, booking, 'test.moved', test)
  }
}

async function realignTrial(ctx: Context, sender: Sender, moved: AppointmentRow): Promise<AppointmentRow> {
  const trial = await findTrial(ctx.db, moved.id)
  if (!trial || trial.state === 'cancelled') return moved
  const misplaced = trial.state === 'booked' && !isInSpan(moved, trial)
  const reopened = misplaced && !hasBegun(trial, ctx.now)
  if (misplaced && !reopened) await updateTrial(ctx.db, trial.id, ['booked'], { state: 'done', ended_at: ctx.now })
  if (reopened) {
    await releaseTrial(ctx, moved, trial)
    const none = { starts_at: null, ends_at: null, event_date: null }
    await updateTrial(ctx.db, trial.id, ['booked'], { state: 'open', ...none })
    await notifyBothSides(ctx, sender, moved, 'trial.open', trial)
  }
  return updateAppointment(ctx.db, moved.id, {
    body: labelByDay(moved, trial.labels, reopened ? null : trial.event_date, ctx.now),
  })
}
