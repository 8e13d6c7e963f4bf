import { registerPayable } from '#server/payments/payable.ts'
import { voucherPayable } from '#server/payments/voucher-sales.ts'
import { registerDependants } from '#server/accounts/index.ts'
import { bookingDependants } from '#server/bookings/dependants/door.ts'
import { registerBookings } from '#server/bookings/money/door.ts'

/** Registers what each kind of payment is for, and what ends with an account, before the first call. */
export function registerPayables(): void {
  registerBookings()
  registerPayable('voucher', voucherPayable)
  registerDependants(bookingDependants)
}
