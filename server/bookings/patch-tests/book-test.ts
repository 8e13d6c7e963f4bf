import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentAppointment } from '#server/bookings/appointments/present-appointment.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { freeBusy, speedsIn, takeBusy } from '#server/providers/diary/door.ts'
import { lockDiary } from '#server/providers/door.ts'
import { tellTest } from './tell-test.ts'
import { endTest, insertTest, missingOf } from './test-queries.ts'
import { testTimesOn } from './test-times.ts'

/** Books the patch test that a booking needs, or moves the one that is booked, at a time that is free by the artist's hours and diary. */
export async function bookTest(
  ctx: Context,
  { appointmentId, ...asked }: InputOf<typeof bookings.bookTest>,
): Promise<OutputOf<typeof bookings.bookTest>> {
  await ownAppointment(ctx, appointmentId)
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const row = await lockAppointmentOf(tx, appointmentId)
    if (row.state !== 'booked' || row.starts_at <= tx.now) throw new Refusal('state_changed')
    const times = await takeTest(tx, row, asked)
    await tellTest(tx, sender, row, 'booked', times)
    await publishAppointment(tx, row, 'appointment.changed')
    return { appointment: await presentAppointment(tx, row, 'customer') }
  })
}

/** Takes the artist's time for the patch test of a locked booking; refused where none is needed or that time is not free. */
async function takeTest(
  tx: Context,
  row: AppointmentRow,
  { eventDate, startsAt }: { eventDate: string; startsAt: string },
): Promise<{ id: string; starts_at: Date }> {
  await lockDiary(tx.db, row.provider_id)
  const missing = await missingOf(tx.db, row)
  if (missing.length === 0) throw new Refusal('state_changed')
  const free = await testTimesOn(tx, row, { eventDate, missing, speeds: await speedsIn(tx.db) })
  const time = free.find((one) => Date.parse(one.startsAt) === Date.parse(startsAt))
  if (!time) throw new Refusal('slot_taken')
  const before = await endTest(tx.db, row.id, 'cancelled', tx.now)
  if (before) await freeBusy(tx, [before.id])
  const [from, to] = [Date.parse(time.startsAt), Date.parse(time.endsAt)]
  const services = missing.map(({ id }) => id)
  const test = { row, services, startsAt: new Date(from), endsAt: new Date(to), eventDate, now: tx.now }
  const { id } = await insertTest(tx.db, test)
  const { lat, lng, buffer_minutes: bufferMinutes } = row
  await takeBusy(tx.db, {
    ...{ providerId: row.provider_id, kind: 'appointment', ref: id, eventDate, lat, lng, bufferMinutes },
    ...{ from, to: to + bufferMinutes * 60_000 },
  })
  return { id, starts_at: new Date(from) }
}
