import type { Minor } from '#contract/money.ts'
import {
  type AppointmentRow,
  type Frozen,
  movesOf,
  updateAppointment,
} from '#server/bookings/appointments/appointment-queries.ts'
import { differenceOfMove } from '#server/bookings/moves/difference-of-move.ts'
import { settleDifference } from '#server/bookings/moves/settle-difference.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import type { Sender } from '#server/notifications/index.ts'
import type { PaymentRow } from '#server/payments/index.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary } from '#server/providers/index.ts'
import { releaseTrial } from './follow-booking.ts'
import { updateTrial } from './linked-queries.ts'
import type { TrialRow } from './trial-queries.ts'
import { notifyBothSides } from './notify.ts'
import { type CancelledBy, priceWithoutTrial } from './trial-money.ts'

export type LockedBooking = { row: AppointmentRow; payments: readonly PaymentRow[] }

/**
 * Cancels the trial of a locked booking alone: frees its time, reduces the price by the policy, refunds what was overpaid
 * and notifies both sides. In the caller's transaction. Throws `move_waits` while a suggestion has a price with the trial.
 */
export async function cancelBookedTrial(
  tx: Context,
  sender: Sender,
  { row, payments }: LockedBooking,
  trial: TrialRow,
  by: CancelledBy,
): Promise<void> {
  if ((await movesOf(tx.db, [row.id])).length > 0) throw new Refusal('move_waits')
  await lockDiary(tx.db, row.provider_id)
  const price = priceWithoutTrial(row, trial, by, tx.now)
  const ended = { state: 'cancelled', cancelled_by: by, ended_at: tx.now, kept_minor: price.keptMinor } as const
  if (!(await updateTrial(tx.db, trial.id, ['booked', 'open'], ended))) throw new Refusal('state_changed')
  await releaseTrial(tx, row, trial)
  const booking = await reducePrice(tx, { row, payments }, trial, price)
  if (tx.viewer.accountId)
    await record(tx, {
      act: 'trial.cancel',
      subject: { kind: 'appointment', id: row.id, name: String(row.number) },
      before: { totalMinor: row.total_minor },
      after: { totalMinor: booking.total_minor, by },
    })
  const { id, starts_at } = trial
  const notice = starts_at ? 'trial.off' : 'trial.dropped'
  await notifyBothSides(tx, sender, booking, notice, { id, starts_at, backMinor: price.backMinor })
  await publishAppointment(tx, booking, 'appointment.changed')
}

async function reducePrice(
  tx: Context,
  { row, payments }: LockedBooking,
  trial: TrialRow,
  { lines, sums }: ReturnType<typeof priceWithoutTrial>,
): Promise<AppointmentRow> {
  const difference = differenceOfMove(row, {
    total_minor: sums.totalMinor,
    deposit_minor: sums.depositMinor,
    fee_minor: sums.feeMinor,
    share: 100,
  })
  await settleDifference(tx, payments, row, difference, `trial:${trial.id}`)
  const { after } = difference
  const { terms } = row.body
  const body: Frozen = {
    ...row.body,
    lines: lines.map(({ line }) => line),
    ...(terms ? { terms: { ...terms, costsMinor: lines.map(({ costMinor }): Minor => costMinor) } } : {}),
  }
  return updateAppointment(tx.db, row.id, {
    body,
    total_minor: after.totalMinor,
    deposit_minor: after.depositMinor,
    fee_minor: after.feeMinor,
    sequence: row.sequence + 1,
    changed_at: tx.now,
  })
}
