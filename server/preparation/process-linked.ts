import {
  findAppointmentById,
  type AppointmentRow,
  lockBooking,
  listMoves,
  getReminderSteps,
  notifySide,
} from '#server/appointments/index.ts'
import { type Sender, getSender } from '#server/notifications/index.ts'
import { sendPayments } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { cancelBookedTrial } from './linked-appointments.ts'
import {
  listLateTrials,
  listOpenTrials,
  listStarting,
  listUnjudgedTests,
  listUnjudgedTrials,
  listUntested,
  hasAnyPatchTestRule,
} from './linked-jobs.queries.ts'
import { updateTrial } from './linked-appointments.queries.ts'
import { findTrial } from '#server/billing/index.ts'
import { requestPatchTestOutcome, noticeName, notifyBothSides } from './linked-notices.ts'

const DAY_MS = 86_400_000
/** After this time without an outcome, a trial counts as done and a patch test as not done. */
const JUDGED_WITHIN_MS = 2 * DAY_MS

/** Days before the booking. The provider is notified with the last two reminders. */
const testReminders = [
  { name: 'test.asked', days: 800, both: false },
  { name: 'test.month', days: 30, both: false },
  { name: 'test.weeks', days: 14, both: true },
  { name: 'test.week', days: 7, both: true },
] as const
const trialReminders = [
  { name: 'trial.month', days: 30 },
  { name: 'trial.weeks', days: 14 },
  { name: 'trial.week', days: 7 },
] as const

/**
 * Completes trials without an outcome, cancels those that no longer fit and sends the reminders of linked appointments.
 */
export async function processLinked(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  const judgedBy = new Date(ctx.now.getTime() - JUDGED_WITHIN_MS)
  // A patch test of the trial stays booked until its provider confirms it.
  for (const { id } of await listUnjudgedTrials(ctx.db, judgedBy))
    await updateTrial(ctx.db, id, ['booked'], { state: 'done', ended_at: ctx.now })
  // A failed cancellation does not stop the others; the next run retries it.
  for (const { appointment_id } of await listLateTrials(ctx.db, ctx.now))
    await cancelLateTrial(ctx, sender, appointment_id).catch((fault) =>
      ctx.log.error(toFaultFields(fault), 'cannot cancel a trial'),
    )
  await sendPayments(ctx)
  await remindOpenTrials(ctx, sender)
  if (await hasAnyPatchTestRule(ctx.db)) await remindTests(ctx, sender, judgedBy)
  for (const linked of await listStarting(ctx.db, ctx.now, new Date(ctx.now.getTime() + DAY_MS)))
    await withBooking(ctx, linked.appointment_id, (tx, booking) =>
      notifyBothSides(tx, sender, booking, `${noticeName[linked.kind]}.soon`, linked),
    )
}

const withBooking = (
  ctx: Context,
  appointmentId: string,
  notify: (tx: Context, booking: AppointmentRow) => Promise<void>,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const booking = await findAppointmentById(tx.db, appointmentId)
    if (booking) await notify(tx, booking)
  })

const cancelLateTrial = (ctx: Context, sender: Sender, appointmentId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const found = await lockBooking(tx, appointmentId)
    const trial = await findTrial(tx.db, appointmentId)
    // A pending proposal is answered or expires first.
    if ((await listMoves(tx.db, [appointmentId])).length > 0) return
    if (found?.row.state === 'booked' && trial?.state === 'open')
      await cancelBookedTrial(tx, sender, found, trial, 'clock')
  })

const getFact = ({ id, starts_at }: AppointmentRow): string => `${id} ${Math.round(starts_at.getTime() / 60_000)}`

async function remindOpenTrials(ctx: Context, sender: Sender): Promise<void> {
  for (const { step, ...period } of getReminderSteps(trialReminders, ctx.now))
    for (const booking of await listOpenTrials(ctx.db, { ...period, fact: step.name }))
      await ctx.transaction((tx) =>
        notifySide(tx, sender, booking, 'customer', 'trial.needed.customer', {
          fact: `${step.name} ${getFact(booking)}`,
        }),
      )
}

async function remindTests(ctx: Context, sender: Sender, judgedBy: Date): Promise<void> {
  for (const { step, ...period } of getReminderSteps(testReminders, ctx.now)) {
    const { name, both } = step
    for (const booking of await listUntested(ctx.db, { ...period, fact: name, judgedBy })) {
      const fact = getFact(booking)
      await ctx.transaction(async (tx) => {
        await notifySide(tx, sender, booking, 'customer', 'test.needed.customer', { fact: `${name} ${fact}` })
        if (both)
          await notifySide(tx, sender, booking, 'provider', 'test.needed.provider', { fact: `${name}.artist ${fact}` })
      })
    }
  }
  for (const test of await listUnjudgedTests(ctx.db, new Date(ctx.now.getTime() - DAY_MS), ctx.now))
    await withBooking(ctx, test.appointment_id, (tx, booking) => requestPatchTestOutcome(tx, sender, booking, test))
}
