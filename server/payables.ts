import { registerPayable } from '#server/payments/payable.ts'
import { voucherPayable } from '#server/payments/vouchers/voucher-payable.ts'
import { registerBookings } from '#server/bookings/money/door.ts'

/** Says what each kind of payment is for, before the first one is opened. */
export function registerPayables(): void {
  registerBookings()
  registerPayable('voucher', voucherPayable)
}
