import { appointmentTimers } from '#contract/bookings/lifecycle-appointment.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseTaken, speedsIn } from '#server/providers/diary/door.ts'
import { lockDiary } from '#server/providers/door.ts'
import {
  type AppointmentRow,
  insertMove,
  lockAppointment,
  moveById,
  movesOf,
} from '#server/bookings/appointments/appointment-queries.ts'
import { atOtherTime } from './other-time.ts'
import { publishMoved, jobOf, tellMove } from './apply-move.ts'

type Side = 'customer' | 'provider'
const other = (side: Side): Side => (side === 'customer' ? 'provider' : 'customer')

/** Suggests another time to the other side; the booking stands until they accept. `answer` says in the same transaction what the call answers. */
export async function proposeMove<T extends object>(
  ctx: Context,
  row: AppointmentRow,
  by: Side,
  to: { eventDate: string; finishTime: string },
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const time = await atOtherTime(ctx, row, to)
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const now = await lockAppointment(tx.db, row.id)
    if (now?.state !== 'booked') throw new Refusal('state_changed')
    if (now.starts_at <= tx.now || time.starts <= tx.now) throw new Refusal('too_late')
    if ((await movesOf(tx.db, [row.id])).length > 0) throw new Refusal('move_waits')
    await lockDiary(tx.db, row.provider_id)
    await refuseTaken(
      tx,
      row.provider_id,
      jobOf(row, time.starts, time.ends),
      row.buffer_minutes,
      await speedsIn(tx.db),
      [row.id],
    )
    const waits = new Date(
      Math.min(
        tx.now.getTime() + appointmentTimers.moveHours * 3_600_000,
        now.starts_at.getTime(),
        time.starts.getTime(),
      ),
    )
    const { id } = await insertMove(tx.db, {
      appointment_id: row.id,
      by,
      starts_at: time.starts,
      ends_at: time.ends,
      ready_at: time.ready,
      event_date: time.eventDate,
      body: time.body,
      total_minor: time.totalMinor,
      deposit_minor: time.depositMinor,
      fee_minor: time.feeMinor,
      ends_waiting_at: waits,
      created_at: tx.now,
    })
    const move = await moveById(tx.db, id)
    if (move) await tellMove(tx, sender, row, move, other(by), `move.asked.${other(by)}`)
    await publishMoved(tx, row)
    return answer(tx)
  })
}
