import { agreedDue } from '#contract/bookings/agreed.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { moneyOf } from '#contract/money.ts'
import { takeBalanceWords } from '#contract/payments/cards.ts'
import { savedCardOf } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import { mayDo } from '#server/bookings/appointments/may.ts'
import { presentAppointment } from '#server/bookings/appointments/present-appointment.ts'
import { coverOfBalance } from '#server/bookings/money/cover.ts'
import { hoursOf } from '#server/bookings/moves/diary-queries.ts'
import { saveAgreed } from './agreed-queries.ts'

/** Keeps that the balance of the caller's booking may be taken by itself, with the words that they agreed to and when. */
export async function agreeBalance(
  ctx: Context,
  { appointmentId, at }: InputOf<typeof bookings.agreeBalance>,
): Promise<OutputOf<typeof bookings.agreeBalance>> {
  return ctx.once(async (tx) => {
    const row = await lockAppointmentOf(tx, appointmentId)
    if (!tx.viewer.accountId || row.account_id !== tx.viewer.accountId) throw new Refusal('not_found')
    const onlineBalance = (await hoursOf(tx.db, row.provider_id))?.online_balance ?? false
    const seen = { side: 'customer' as const, move: null, dispute: null, onlineBalance, member: true, now: tx.now }
    const due = agreedDue(at, { startsAt: row.starts_at.getTime(), endsAt: row.ends_at.getTime() })
    if (!mayDo(row, seen).agreeBalance || due <= tx.now.getTime()) throw new Refusal('balance_closed')
    if (!(await savedCardOf(tx.db, tx.viewer.accountId, row.country_code))) throw new Refusal('card_missing')
    const balanceMinor = coverOfBalance(row).cardMinor
    const kept = await saveAgreed(tx.db, {
      appointment_id: row.id,
      at,
      balance_minor: balanceMinor,
      consent_words: takeBalanceWords(moneyOf(balanceMinor, row.currency, { decimals: 'always' }), at),
      consent_at: tx.now,
    })
    if (!kept) throw new Refusal('state_changed')
    return { appointment: await presentAppointment(tx, row, 'customer') }
  })
}
