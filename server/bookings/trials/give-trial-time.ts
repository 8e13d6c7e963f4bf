import { type AppointmentRow, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { insertTest, missingOf, testOf } from '#server/bookings/patch-tests/test-queries.ts'
import { type Sender, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { freeBusy, speedsIn } from '#server/providers/diary/door.ts'
import { lockDiary } from '#server/providers/door.ts'
import { calledByDay } from './called-by-day.ts'
import { takeVisit } from '#server/bookings/visits/take-visits.ts'
import { tellTrial } from './tell-trial.ts'
import { isAhead, policyStartOf } from './trial-terms.ts'
import { trialTimesOn } from './trial-times.ts'
import { changeTrial, moveTestOf, type TrialRow, trialOf } from './trial-queries.ts'

type Side = 'customer' | 'provider'
type Asked = { eventDate: string; startsAt: string }

/** Gives the trial of a booking another time for the side that asks; `answer` says in the same transaction what the call answers. */
export async function giveTrialTime<T extends object>(
  ctx: Context,
  appointmentId: string,
  side: Side,
  asked: Asked,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const row = await lockAppointmentOf(tx, appointmentId)
    await moveIn(tx, sender, row, side, asked)
    return answer(tx)
  })
}

/** Gives the trial of a locked booking another time that is free, and the patch test that is a part of it. */
async function moveIn(
  tx: Context,
  sender: Sender,
  row: AppointmentRow,
  side: Side,
  { eventDate, startsAt }: Asked,
): Promise<void> {
  await lockDiary(tx.db, row.provider_id)
  const trial = await trialOf(tx.db, row.id)
  if (!trial || !isAhead(row, trial, tx.now)) throw new Refusal('state_changed')
  const free = await trialTimesOn(tx, row, trial, { eventDate, speeds: await speedsIn(tx.db) })
  const time = free.find((one) => Date.parse(one.startsAt) === Date.parse(startsAt))
  if (!time) throw new Refusal('slot_taken')
  const to = { starts_at: new Date(time.startsAt), ends_at: new Date(time.endsAt), event_date: eventDate }
  const policy_start = policyStartOf(trial, side, to.starts_at)
  if (!(await changeTrial(tx.db, trial.id, ['open', 'booked'], { state: 'booked', policy_start, ...to })))
    throw new Refusal('state_changed')
  await freeBusy(tx, [trial.id])
  const span = { from: to.starts_at.getTime(), to: to.ends_at.getTime(), event_date: eventDate }
  await takeVisit(tx, row, span, { kind: 'appointment', ref: trial.id })
  if (trial.with_test) await moveTest(tx, row, trial, to)
  const now = await updateAppointment(tx.db, row.id, {
    body: calledByDay(row, { ...trial, event_date: eventDate }, tx.now),
    changed_at: tx.now,
  })
  await tellTrial(tx, sender, now, 'moved', { id: trial.id, starts_at: to.starts_at })
  await publishAppointment(tx, now, 'appointment.changed')
}

// One that was let go with the trial's time comes back with it, unless another has been booked since or none is needed any more.
async function moveTest(
  tx: Context,
  row: AppointmentRow,
  trial: TrialRow,
  to: { starts_at: Date; ends_at: Date; event_date: string },
): Promise<void> {
  if (await moveTestOf(tx.db, trial.id, to)) return
  const missing = await missingOf(tx.db, row)
  const test = await testOf(tx.db, row.id)
  if (missing.length === 0 || test?.state === 'booked') return
  await insertTest(tx.db, {
    ...{ row, services: missing.map(({ id }) => id), now: tx.now, trialId: trial.id },
    ...{ startsAt: to.starts_at, endsAt: to.ends_at, eventDate: to.event_date },
  })
}
