import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import type { Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockDiary } from '#server/providers/door.ts'
import { letTestGo } from './let-test-go.ts'
import { tellTest } from './tell-test.ts'
import { testOf } from './test-queries.ts'

/** Takes the patch test of a booking off that has not begun, for either side, and tells both. In the caller's transaction. */
export async function takeTestOff(tx: Context, sender: Sender, appointmentId: string): Promise<void> {
  const row = await lockAppointmentOf(tx, appointmentId)
  const test = await testOf(tx.db, row.id)
  if (test?.state !== 'booked' || test.starts_at <= tx.now) throw new Refusal('state_changed')
  await lockDiary(tx.db, row.provider_id)
  await letTestGo(tx, row.id)
  await tellTest(tx, sender, row, 'off', test)
  await publishAppointment(tx, row, 'appointment.changed')
}
