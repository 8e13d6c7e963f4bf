import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { senderOf } from '#server/notifications/index.ts'
import { recordCash } from '#server/payments/index.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AppointmentRow, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { mayDo } from '#server/bookings/appointments/may.ts'
import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import { tellBalance } from './tell-balance.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'

/** The balance was brought on the day: written down, with a receipt for both. */
export async function recordBalance<T extends object>(
  ctx: Context,
  { id }: AppointmentRow,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const row = await lockAppointmentOf(tx, id)
    if (row.balance_paid_at) return answer(tx)
    if (!mayDo(row, { side: 'provider', move: null, dispute: null, onlineBalance: false, now: tx.now }).recordBalance)
      throw new Refusal('state_changed')
    const amountMinor = row.total_minor - row.deposit_minor
    await recordCash(tx, {
      providerId: row.provider_id,
      ref: id,
      currency: row.currency,
      amountMinor,
      description: `${row.event}, ${date(row.event_date, row.country_code as Country)}`,
      fact: id,
    })
    await record(tx, {
      act: 'balance.record',
      subject: { kind: 'appointment', id, name: String(row.number) },
      after: { amountMinor, currency: row.currency },
    })
    const before = { ...row }
    const now = await updateAppointment(tx.db, id, { balance_paid_at: tx.now, balance_paid_how: 'cash' })
    await tellBalance(tx, sender, before)
    await publishAppointment(tx, now, 'appointment.changed')
    return answer(tx)
  })
}
