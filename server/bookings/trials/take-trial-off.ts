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
import type { Sender } from '#server/notifications/door.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary } from '#server/providers/door.ts'
import { freeTrial } from './let-trial-go.ts'
import { tellDropped, tellTrial } from './tell-trial.ts'
import { priceWithout, type TrialSide } from './trial-terms.ts'
import { changeTrial, type TrialRow } from './trial-queries.ts'

type Booked = { row: AppointmentRow; payments: readonly PaymentRow[] }

/** Cancels the trial of a locked booking alone: its time is free, its price comes off by the policy, and what was paid too much goes back. In the caller's transaction. */
export async function takeTrialOff(
  tx: Context,
  sender: Sender,
  { row, payments }: Booked,
  trial: TrialRow,
  by: TrialSide,
): Promise<void> {
  // A suggestion that waits has its own price, with the trial in it.
  if ((await movesOf(tx.db, [row.id])).length > 0) throw new Refusal('move_waits')
  await lockDiary(tx.db, row.provider_id)
  const price = priceWithout(row, trial, by, tx.now)
  const ended = { state: 'cancelled', cancelled_by: by, ended_at: tx.now, kept_minor: price.keptMinor } as const
  if (!(await changeTrial(tx.db, trial.id, ['booked', 'open'], ended))) throw new Refusal('state_changed')
  await freeTrial(tx, row, trial)
  const now = await settle(tx, { row, payments }, trial, price)
  if (tx.viewer.accountId)
    await record(tx, {
      act: 'trial.cancel',
      subject: { kind: 'appointment', id: row.id, name: String(row.number) },
      before: { totalMinor: row.total_minor },
      after: { totalMinor: now.total_minor, by },
    })
  const told = { id: trial.id, backMinor: price.backMinor }
  if (trial.starts_at) await tellTrial(tx, sender, now, 'off', { ...told, starts_at: trial.starts_at })
  else await tellDropped(tx, sender, now, told)
  await publishAppointment(tx, now, 'appointment.changed')
}

/** The booking at its price without the trial, and what was paid too much on its way back. */
async function settle(
  tx: Context,
  { row, payments }: Booked,
  trial: TrialRow,
  { lines, sums }: ReturnType<typeof priceWithout>,
): Promise<AppointmentRow> {
  const { body } = row
  const difference = differenceOfMove(row, {
    total_minor: sums.totalMinor,
    deposit_minor: sums.depositMinor,
    fee_minor: sums.feeMinor,
    share: 100,
  })
  await settleDifference(tx, payments, row, difference, `trial:${trial.id}`)
  const { after } = difference
  const next: Frozen = {
    ...body,
    lines: lines.map(({ line }) => line),
    ...(body.terms ? { terms: { ...body.terms, costsMinor: lines.map(({ costMinor }): Minor => costMinor) } } : {}),
  }
  return updateAppointment(tx.db, row.id, {
    ...{ body: next, total_minor: after.totalMinor, deposit_minor: after.depositMinor, fee_minor: after.feeMinor },
    ...{ sequence: row.sequence + 1, changed_at: tx.now },
  })
}
