import { appointmentById, movesOf } from '#server/bookings/appointments/appointment-queries.ts'
import { lockBooking } from '#server/bookings/money/lock-booking.ts'
import { nearestSteps } from '#server/bookings/notices/nearest-steps.ts'
import { tell } from '#server/bookings/notices/tell.ts'
import { type Sender, senderOf } from '#server/notifications/door.ts'
import { sendPayments } from '#server/payments/bank/door.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { takeTrialOff } from './take-trial-off.ts'
import { tellTrial } from './tell-trial.ts'
import { changeTrial, trialOf, trialsOpen, trialsStarting, trialsTooLate, trialsUnjudged } from './trial-queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** So long after a trial somebody may still say that nobody came; then it has taken place. */
const JUDGED_WITHIN_MS = 48 * HOUR_MS

/** When a trial without a time is asked for: so many days before the booking. */
const asking = [
  { name: 'trial.month', days: 30 },
  { name: 'trial.weeks', days: 14 },
  { name: 'trial.week', days: 7 },
] as const

/** What becomes of trials by the clock: those that nobody has spoken of are done, those that can no longer be come off the price, and both sides are reminded of the others. */
export async function workTrials(ctx: Context): Promise<void> {
  const sender = await senderOf(ctx)
  // A patch test at the same visit waits for its artist's word: nobody has said that it was done.
  for (const { id } of await trialsUnjudged(ctx.db, new Date(ctx.now.getTime() - JUDGED_WITHIN_MS)))
    await changeTrial(ctx.db, id, ['booked'], { state: 'done', ended_at: ctx.now })
  // One that cannot come off yet holds up nobody else's.
  for (const { appointment_id } of await trialsTooLate(ctx.db, ctx.now))
    await dropLate(ctx, sender, appointment_id).catch((fault) =>
      ctx.log.error(faultFields(fault), 'a trial was not taken off'),
    )
  await sendPayments(ctx)
  await remindTrials(ctx, sender)
}

async function dropLate(ctx: Context, sender: Sender, appointmentId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const found = await lockBooking(tx, appointmentId)
    const trial = await trialOf(tx.db, appointmentId)
    // A suggestion that waits is answered, or over, first.
    if ((await movesOf(tx.db, [appointmentId])).length > 0) return
    if (found?.row.state === 'booked' && trial?.state === 'open') await takeTrialOff(tx, sender, found, trial, 'clock')
  })
}

async function remindTrials(ctx: Context, sender: Sender): Promise<void> {
  for (const { step, ...span } of nearestSteps(asking, ctx.now)) {
    const { name } = step
    for (const { appointment_id } of await trialsOpen(ctx.db, { ...span, fact: name })) {
      await ctx.transaction(async (inner) => {
        const row = await appointmentById(inner.db, appointment_id)
        const minute = row && Math.round(row.starts_at.getTime() / 60_000)
        if (row)
          await tell(inner, sender, row, 'customer', 'trial.needed.customer', { fact: `${name} ${row.id} ${minute}` })
      })
    }
  }
  const within = { from: ctx.now, to: new Date(ctx.now.getTime() + DAY_MS), fact: 'trial.soon' }
  for (const { id, appointment_id, starts_at } of await trialsStarting(ctx.db, within)) {
    await ctx.transaction(async (inner) => {
      const row = await appointmentById(inner.db, appointment_id)
      if (row && starts_at) await tellTrial(inner, sender, row, 'soon', { id, starts_at })
    })
  }
}
