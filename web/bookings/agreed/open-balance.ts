import type { Appointment } from '#contract/bookings/appointment.ts'
import { toHundredths } from '#contract/format.ts'

/** What of a balance a card has to pay, in major units: less what gift vouchers pay. */
export const openBalance = ({ balance, credits }: Pick<Appointment, 'balance' | 'credits'>): number =>
  toHundredths(balance - credits.reduce((sum, { amount }) => sum + amount, 0))
