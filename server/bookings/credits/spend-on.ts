import { date } from '#contract/format.ts'
import type { Minor } from '#contract/money.ts'
import { feesIn } from '#contract/payments/cover.ts'
import type { Country } from '#contract/words.ts'
import { spendKept, type SpendRow } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

/** Whose a credit is that pays part of an appointment. */
export const creditOf = (row: AppointmentRow, partOf: 'deposit' | 'balance') => ({
  partOf,
  accountId: row.account_id,
  providerId: row.provider_id,
  countryCode: row.country_code,
  currency: row.currency,
  description: `${row.event}, ${date(row.event_date, row.country_code as Country)}`,
  email: row.requester.email,
})

/** Credits that were kept pay their parts of a deposit, beside what a card pays. In the transaction that books. */
export async function spendOn(
  ctx: Context,
  row: AppointmentRow,
  kept: readonly SpendRow[],
  cardMinor: Minor,
): Promise<void> {
  const [, ...fees] = feesIn([cardMinor, ...kept.map(({ amount_minor }) => amount_minor)], row.fee_minor)
  for (const [i, one] of kept.entries()) await spendKept(ctx, one, fees[i] ?? 0, creditOf(row, 'deposit'))
}
