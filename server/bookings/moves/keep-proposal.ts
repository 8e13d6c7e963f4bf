import { appointmentTimers } from '#contract/bookings/lifecycle-appointment.ts'
import type { Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary, refuseTaken, speedsIn } from '#server/providers/index.ts'
import {
  type AppointmentRow,
  endMove,
  insertMove,
  lockAppointment,
  moveById,
  movesOf,
  type MoveRow,
  type NewMove,
} from '#server/bookings/appointments/appointment-queries.ts'
import { refuseTwoAtOnce } from '#server/bookings/team-up/beside-mates.ts'
import { jobOf, publishMoved, tellMove } from './apply-move.ts'
import type { OtherTime } from './other-time.ts'

type Side = 'customer' | 'provider'
const other = (side: Side): Side => (side === 'customer' ? 'provider' : 'customer')

/** Keeps a suggestion of one side, tells the other, and lets it wait; the booking stands until they accept. One of the team is agreed on, takes the place of any other, and tells nobody yet. In the caller's transaction. */
export async function keepProposal(
  tx: Context,
  sender: Sender,
  row: AppointmentRow,
  by: Side | 'operator',
  time: OtherTime,
  party: Pick<NewMove, 'people' | 'names' | 'share' | 'was' | 'guests'> = {},
): Promise<MoveRow> {
  const now = await lockAppointment(tx.db, row.id)
  if (now?.state !== 'booked' || now.sequence !== row.sequence) throw new Refusal('state_changed')
  if (now.starts_at <= tx.now || time.starts <= tx.now) throw new Refusal('too_late')
  for (const { id } of await movesOf(tx.db, [row.id])) {
    if (by !== 'operator') throw new Refusal('move_waits')
    await endMove(tx.db, id, 'end', tx.now)
  }
  await lockDiary(tx.db, row.provider_id)
  const job = jobOf(row, time.starts, time.ends)
  await refuseTaken(tx, row.provider_id, job, row.buffer_minutes, await speedsIn(tx.db), [row.id])
  await refuseTwoAtOnce(tx.db, row, time.body.plan, party.was)
  const waits = Math.min(
    tx.now.getTime() + appointmentTimers.moveHours * 3_600_000,
    now.starts_at.getTime(),
    time.starts.getTime(),
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
    ends_waiting_at: new Date(waits),
    created_at: tx.now,
    ...(by === 'operator' ? { agreed_at: tx.now } : {}),
    ...party,
  })
  const move = await moveById(tx.db, id)
  if (!move) throw new Error(`the proposal ${id} was not kept`)
  if (by !== 'operator') await tellMove(tx, sender, now, move, other(by), 'asked')
  await publishMoved(tx, row)
  return move
}
