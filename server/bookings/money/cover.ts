import { type Minor, minor } from '#contract/money.ts'
import { type Cover, coverOf } from '#contract/payments/cover.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

/** What is due at booking, and what covers it. */
export const coverOfHold = (
  hold: { credit_minor: Minor; in_full: boolean },
  locked: Pick<LockedQuote, 'deposit' | 'total'>,
): Cover => coverOf(minor(hold.in_full ? locked.total : locked.deposit), hold.credit_minor)

/** What is open of an appointment's balance, and what covers it. */
export const coverOfBalance = (
  row: Pick<AppointmentRow, 'total_minor' | 'deposit_minor' | 'balance_paid_at' | 'credit_minor'>,
): Cover => coverOf(row.balance_paid_at ? 0 : row.total_minor - row.deposit_minor, row.credit_minor)
