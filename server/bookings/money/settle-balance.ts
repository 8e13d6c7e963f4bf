import type { Minor } from '#contract/money.ts'
import { senderIn } from '#server/notifications/index.ts'
import { lockKept, spendKept } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type AppointmentRow, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { agreedOf, markAgreed } from '#server/bookings/agreed/agreed-queries.ts'
import { creditOf } from '#server/bookings/credits/spend-on.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { coverOfBalance } from './cover.ts'
import { tellBalance } from './tell-balance.ts'

/** Keeps the balance of a locked appointment as paid, where a card and credits cover it (after the event only where it was agreed that it is taken by itself), in the caller's transaction; false where they do not. */
export async function settleBalance(ctx: Context, row: AppointmentRow, cardMinor: Minor): Promise<boolean> {
  const stands = row.state === 'booked' || (row.state === 'completed' && (await agreedOf(ctx.db, row.id)) !== undefined)
  if (!stands || row.balance_paid_at || cardMinor !== coverOfBalance(row).cardMinor) return false
  const kept = row.credit_minor > 0 ? await lockKept(ctx.db, row.id, 'balance') : []
  if (kept.reduce((sum, { amount_minor }) => sum + amount_minor, 0) !== row.credit_minor) return false
  const now = await updateAppointment(ctx.db, row.id, {
    balance_paid_at: ctx.now,
    balance_paid_how: 'online',
    credit_minor: 0,
  })
  await markAgreed(ctx.db, row.id, { state: 'taken' })
  for (const one of kept) await spendKept(ctx, one, 0, creditOf(row, 'balance'))
  await tellBalance(ctx, await senderIn(ctx), row)
  await publishAppointment(ctx, now, 'appointment.changed')
  return true
}
