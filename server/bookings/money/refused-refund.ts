import { money } from '#contract/format.ts'
import { major, type Minor } from '#contract/money.ts'
import { type Country, reader } from '#contract/words.ts'
import { senderIn } from '#server/notifications/index.ts'
import { type PaymentRow, providerOf, type RefundRow, release } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AppointmentRow, disputeById, updateDispute } from '#server/bookings/appointments/appointment-queries.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { tell } from '#server/bookings/notices/tell.ts'
import { noticeLines } from '#server/bookings/notices/words.ts'

/**
 * Corrects a booking after a second operator has refused a recorded refund, and tells both sides, in the caller's transaction. If the
 * booking has ended, the money becomes the artist's; otherwise it is held for the job. Throws `refund_needed` if the artist did not do the job.
 */
export async function handleRefusedRefund(
  ctx: Context,
  row: AppointmentRow,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<void> {
  const didNotCome = row.cancelled_by === 'provider' || row.cancelled_by === 'operator' || row.no_show_of === 'provider'
  if (didNotCome) throw new Refusal('refund_needed')
  const over = row.state !== 'booked' && row.state !== 'disputed'
  if (over) await release(ctx, { providerId: providerOf(payment), ref: payment.ref })
  await correctSettlement(ctx, refund)
  await tellRefused(ctx, row, refund, { currency: payment.currency, over })
  await publishAppointment(ctx, row, 'appointment.changed')
}

async function correctSettlement(ctx: Context, refund: RefundRow): Promise<void> {
  const id = refund.fact.match(/^settle:([0-9a-f-]{36}):/)?.[1]
  const dispute = id && (await disputeById(ctx.db, id))
  if (!dispute || dispute.state === 'open') return
  const refundMinor = Math.max(0, (dispute.refund_minor ?? 0) - refund.amount_minor)
  await updateDispute(ctx.db, dispute.id, { refund_minor: refundMinor, outcome: refundMinor > 0 ? 'split' : 'paid' })
}

async function tellRefused(
  ctx: Context,
  row: AppointmentRow,
  refund: RefundRow,
  { currency, over }: { currency: string; over: boolean },
): Promise<void> {
  const t = reader(noticeLines, row.country_code as Country)
  const cash = (amountMinor: Minor) => money(major(amountMinor), currency, { decimals: 'always' })
  const theirs = refund.amount_minor - refund.fee_back_minor
  const keepLine = theirs > 0 ? t(over ? 'refusedLine.over' : 'refusedLine.held', { amount: cash(theirs) }) : null
  const sender = await senderIn(ctx)
  for (const side of ['customer', 'provider'] as const)
    await tell(ctx, sender, row, side, `refund.refused.${side}`, {
      fact: `refund.refused ${side} ${refund.id}`,
      values: { refund: cash(refund.amount_minor), keepLine },
    })
}
