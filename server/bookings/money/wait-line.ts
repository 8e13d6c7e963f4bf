import { type Country, reader } from '#contract/words.ts'
import { type PaymentRow, recordedWaitingRefunds } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { noticeLines } from '#server/bookings/notices/words.ts'

/** Returns the sentence that a refund is sent once it has been approved, if one of these payments has a waiting refund of this fact; otherwise null. */
export async function waitLineOf(
  ctx: Context,
  row: AppointmentRow,
  payments: readonly Pick<PaymentRow, 'id'>[],
  fact: string,
): Promise<string | null> {
  const waiting = await recordedWaitingRefunds(
    ctx.db,
    payments.map(({ id }) => id),
  )
  return waiting.some((refund) => refund.fact.startsWith(`${fact}:`))
    ? reader(noticeLines, row.country_code as Country)('waitLine')
    : null
}
