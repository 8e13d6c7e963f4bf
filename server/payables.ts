import { registerDependants } from '#server/accounts/index.ts'
import { bookingDependants } from '#server/checkout/booking-dependants.ts'
import { depositPayable } from '#server/checkout/deposit-payable.ts'
import { releaseMatchingHolds } from '#server/checkout/release-holds.ts'
import { balancePayable, creditPayable, laterDepositPayable } from '#server/billing/payables.ts'
import { differencePayable } from '#server/bookings/moves.ts'
import { sharePayable } from '#server/checkout/confirm-shares.ts'
import { tipPayable } from '#server/billing/tips.ts'
import { registerPayable } from '#server/payments/payable.ts'
import { voucherPayable } from '#server/payments/voucher-sales.ts'
import { registerHoldRelease } from '#server/providers/index.ts'

/** Must run before the first request. */
export function registerPayables(): void {
  registerPayable('deposit', depositPayable)
  registerPayable('share', sharePayable)
  registerPayable('balance', balancePayable)
  registerPayable('later_deposit', laterDepositPayable)
  registerPayable('difference', differencePayable)
  registerPayable('credit', creditPayable)
  registerPayable('tip', tipPayable)
  registerPayable('voucher', voucherPayable)
  registerHoldRelease(releaseMatchingHolds)
  registerDependants(bookingDependants)
}
