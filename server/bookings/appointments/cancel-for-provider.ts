import { money, time, zonedTime } from '#contract/format.ts'
import { appointmentTimers } from '#contract/bookings/lifecycle-appointment.ts'
import { major, type Minor } from '#contract/money.ts'
import { counted, type Country, reader } from '#contract/words.ts'
import { type Sender, senderOf } from '#server/notifications/door.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import { wayBack } from '#contract/payments/way-back.ts'
import { sendPayments } from '#server/payments/bank/door.ts'
import type { Context } from '#server/platform/context.ts'
import { type AppointmentRow, updateAppointment } from './appointment-queries.ts'
import { cancellable, endAppointment } from './cancel-booking.ts'
import { waitLineOf } from '#server/bookings/money/wait-line.ts'
import { refundShare } from '#server/bookings/money/refund-share.ts'
import { isOfBalance, standingSum, wholeOf } from '#server/bookings/money/money-of.ts'
import { returnUsed } from '#server/bookings/promos/promo-queries.ts'
import { rescueArtists, rescueSearch } from '#server/bookings/rescue/rescue-artists.ts'
import { countCancelled } from '#server/providers/door.ts'
import { noticeLines } from '#server/bookings/notices/words.ts'
import { momentOf, soon, tell } from '#server/bookings/notices/tell.ts'

/** Cancels as the artist, or as the team in the artist's place: everything comes back, unless the customer takes somebody else first with what they have paid. */
export async function cancelForProvider<T extends object>(
  ctx: Context,
  appointment: AppointmentRow,
  by: 'provider' | 'operator',
  reason: string,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await senderOf(ctx)
  const searchId = by === 'provider' ? await rescueSearch(ctx, appointment) : null
  const found = searchId ? await rescueArtists(ctx, appointment, searchId) : []
  const answered = await ctx.once(async (tx) => {
    const { row, payments } = await cancellable(tx, appointment.id, by)
    const cancelled = await endAppointment(tx, row, by, reason)
    const until = new Date(
      Math.min(tx.now.getTime() + appointmentTimers.rescueHours * 3_600_000, row.starts_at.getTime()),
    )
    const rescued = searchId !== null && until > tx.now
    // The deposit waits for whoever comes instead; a balance paid before is given back at once.
    await refundShare(tx, rescued ? payments.filter(isOfBalance) : payments, 100, wholeOf(row), {
      reason: by === 'provider' ? 'The artist cancelled.' : 'The team cancelled.',
      fact: `cancel:${row.id}`,
    })
    const now = rescued
      ? await updateAppointment(tx.db, row.id, { rescue_until: until, rescue_search_id: searchId })
      : cancelled
    // Whoever was let down can use their promo code again; while somebody else is looked for it goes along.
    if (!rescued) await returnUsed(tx.db, row.id)
    if (by === 'provider') await countCancelled(tx.db, row.provider_id, tx.now)
    const backMinor = rescued ? standingSum(payments.filter(isOfBalance)) : standingSum(payments)
    const heldMinor = standingSum(payments) - backMinor
    await tellBoth(tx, sender, now, by, { reason, backMinor, heldMinor, found: found.length, payments })
    return answer(tx)
  })
  await sendPayments(ctx)
  return answered
}

async function tellBoth(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  by: 'provider' | 'operator',
  {
    reason,
    backMinor,
    heldMinor,
    found,
    payments,
  }: { reason: string; backMinor: Minor; heldMinor: Minor; found: number; payments: readonly PaymentRow[] },
): Promise<void> {
  const t = reader(noticeLines, row.country_code as Country)
  const waitLine = await waitLineOf(ctx, row, payments, `cancel:${row.id}`)
  const waits = waitLine ? '.waits' : ''
  const cash = (amountMinor: Minor) => money(major(amountMinor), row.currency, { decimals: 'always' })
  const refund = cash(backMinor)
  const wayOf = (of: readonly PaymentRow[]) => t(`way.${wayBack(of)}`)
  const held = row.rescue_until && {
    way: wayOf(payments.filter((payment) => !isOfBalance(payment))),
    held: cash(heldMinor),
    dateTime: momentOf(row.rescue_until, row, ctx.now),
  }
  const values = {
    reason,
    refund: cash(backMinor + heldMinor),
    moneyLine: held
      ? [
          t('moneyLine.held', held),
          ...(backMinor > 0 ? [t(`moneyLine.both${waits}`, { refund, way: wayOf(payments.filter(isOfBalance)) })] : []),
        ].join(' ')
      : t(`moneyLine.back${waits}`, { refund, way: wayOf(payments) }),
    artists: counted(found, 'artist', 'artists'),
    rescueLine: null,
    waitLine,
    time: time(zonedTime((row.ready_at ?? row.starts_at).toISOString(), row.tz)),
  }
  const path = `/book/rescue/${row.id}`
  const urgent = soon(ctx.now, row.starts_at)
  if (by === 'operator') {
    for (const side of ['customer', 'provider'] as const)
      await tell(ctx, sender, row, side, `cancelled.byTeam.${side}`, { values, urgent, calendar: true })
    return
  }
  await tell(
    ctx,
    sender,
    row,
    'customer',
    found ? 'cancelled.byProvider.customer' : 'cancelled.byProvider.customer.nobody',
    { values, path, urgent, calendar: true },
  )
  await tell(ctx, sender, row, 'provider', 'cancelled.byProvider.provider', { values, urgent, calendar: true })
}
