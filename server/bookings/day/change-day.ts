import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { lockAppointment, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentAppointment } from '#server/bookings/appointments/present-appointment.ts'
import { isoIn } from './iso-in.ts'
import { reorder } from './reorder.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'

/** Changes what the day needs: address, notes, names, the order in the chairs. An order in which not everyone would be ready is refused. */
export async function changeDay(
  ctx: Context,
  { appointmentId, day, names, order, shareNumber, smsReminders }: InputOf<typeof bookings.change>,
): Promise<OutputOf<typeof bookings.change>> {
  await ownAppointment(ctx, appointmentId)
  return ctx.once(async (tx) => {
    const row = await lockAppointment(tx.db, appointmentId)
    if (row?.state !== 'booked' || row.starts_at <= tx.now) throw new Refusal('state_changed')
    const whole = { ...row.day, ...day }
    if (row.mode === 'mobile' && !whole.address) throw refuseField('address_missing', 'day.address')
    const plan = order ? reorder(row.body.plan, order, isoIn(row)) : row.body.plan
    if (!plan) throw new Refusal('order_cannot')
    const now = await updateAppointment(tx.db, row.id, {
      day: whole,
      body: { ...row.body, plan },
      ...(names ? { names: names.map((name) => name.trim()) } : {}),
      ...(shareNumber === undefined ? {} : { share_number: shareNumber }),
      ...(smsReminders === undefined ? {} : { sms_reminders: smsReminders }),
      changed_at: tx.now,
      sequence: row.sequence + 1,
    })
    await publishAppointment(tx, now, 'appointment.changed')
    return { appointment: await presentAppointment(tx, now, 'customer') }
  })
}
