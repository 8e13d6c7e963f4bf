import { type AppointmentRow, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { endTest } from '#server/bookings/patch-tests/test-queries.ts'
import type { Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { freeBusy } from '#server/providers/diary/door.ts'
import { calledByDay } from './called-by-day.ts'
import { tellTrial } from './tell-trial.ts'
import { spanOfTrial } from './trial-terms.ts'
import { changeTrial, testIn, type TrialRow, trialOf } from './trial-queries.ts'

/** Lets the trial of a booking go with it: its time is free again. One that has begun has taken place. Under `lockDiary`. */
export async function letTrialGo(
  ctx: Context,
  row: AppointmentRow,
  by: 'customer' | 'provider' | 'operator',
): Promise<void> {
  const trial = await trialOf(ctx.db, row.id)
  if (!trial || (trial.state !== 'booked' && trial.state !== 'open')) return
  const begun = trial.starts_at !== null && trial.starts_at <= ctx.now
  await changeTrial(ctx.db, trial.id, ['booked', 'open'], {
    ...(begun ? ({ state: 'done' } as const) : ({ state: 'cancelled', cancelled_by: by } as const)),
    ended_at: ctx.now,
  })
  await freeTrial(ctx, row, trial)
}

/** Gives the time of a trial back, and that of the patch test which is a part of it. Under `lockDiary`. */
export async function freeTrial(ctx: Context, row: AppointmentRow, trial: TrialRow): Promise<void> {
  await freeBusy(ctx, [trial.id])
  if (await testIn(ctx.db, trial.id)) await endTest(ctx.db, row.id, 'cancelled', ctx.now)
}

/** After a booking has moved: a trial that no longer stands within its rules of date waits for another time, and both are told; its line says which day it is on. Under `lockDiary`. */
export async function keepTrialInSpan(ctx: Context, sender: Sender, moved: AppointmentRow): Promise<AppointmentRow> {
  const trial = await trialOf(ctx.db, moved.id)
  if (!trial || trial.state === 'cancelled') return moved
  const { from, until } = spanOfTrial(moved, trial)
  const [starts, ends] = [trial.starts_at, trial.ends_at]
  const out = trial.state === 'booked' && starts && ends && (starts.getTime() < from || ends.getTime() > until)
  const begun = starts !== null && starts <= ctx.now
  // One that has begun has taken place, wherever the day goes.
  if (out && begun) await changeTrial(ctx.db, trial.id, ['booked'], { state: 'done', ended_at: ctx.now })
  if (out && !begun) {
    await freeTrial(ctx, moved, trial)
    const none = { starts_at: null, ends_at: null, event_date: null }
    await changeTrial(ctx.db, trial.id, ['booked'], { state: 'open', ...none })
    await tellTrial(ctx, sender, moved, 'open', { id: trial.id, starts_at: starts })
  }
  return updateAppointment(ctx.db, moved.id, {
    body: calledByDay(moved, { ...trial, event_date: out && !begun ? null : trial.event_date }, ctx.now),
  })
}
