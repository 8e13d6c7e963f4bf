import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { creditsFor, keepVoucher, voucherOfCode } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockAppointment, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { mayDo } from '#server/bookings/appointments/may.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { coverOfBalance } from '#server/bookings/money/cover.ts'
import { settleBalance } from '#server/bookings/money/settle-balance.ts'
import { hoursOf } from '#server/bookings/moves/diary-queries.ts'
import { returnEnded } from './return-kept.ts'

const KEPT_MS = 30 * 60_000

/** Keeps what a gift voucher can pay of a balance for half an hour; where it covers all that is open, the balance is paid. */
export async function addBalanceCredit(
  ctx: Context,
  { appointmentId, code }: InputOf<typeof bookings.addBalanceCredit>,
): Promise<OutputOf<typeof bookings.addBalanceCredit>> {
  const { provider_id } = await ownAppointment(ctx, appointmentId)
  const voucher = await voucherOfCode(ctx, code)
  await returnEnded(ctx, voucher.id)
  const onlineBalance = (await hoursOf(ctx.db, provider_id))?.online_balance ?? false
  return ctx.once(async (tx) => {
    const row = await lockAppointment(tx.db, appointmentId)
    if (!row || row.balance_paid_at) throw new Refusal('state_changed')
    if (!mayDo(row, { side: 'customer', move: null, dispute: null, onlineBalance, now: tx.now }).payBalance)
      throw new Refusal('balance_closed')
    const kept = await keepVoucher(tx, voucher, {
      openMinor: coverOfBalance(row).cardMinor,
      currency: row.currency,
      providerId: row.provider_id,
      partOf: 'balance',
      ref: row.id,
      until: new Date(tx.now.getTime() + KEPT_MS),
    })
    const now = await updateAppointment(tx.db, row.id, { credit_minor: row.credit_minor + kept.amount_minor })
    const paid = coverOfBalance(now).cardMinor === 0 && (await settleBalance(tx, now, 0))
    return { paid, credits: paid ? [] : await creditsFor(tx.db, row.id) }
  })
}
