import { registerDependants } from '#server/accounts/index.ts'
import { bookingDependants } from '#server/bookings/dependants/door.ts'
import { depositPayable } from '#server/bookings/holds/deposit-payable.ts'
import { releaseMatchingHolds } from '#server/bookings/holds/release-holds.ts'
import { balancePayable, creditPayable } from '#server/bookings/money/payables.ts'
import { differencePayable } from '#server/bookings/moves/confirm-move.ts'
import { sharePayable } from '#server/bookings/split/share-payable.ts'
import { tipPayable } from '#server/bookings/tips/tip-payable.ts'
import { registerPayable } from '#server/payments/payable.ts'
import { voucherPayable } from '#server/payments/voucher-sales.ts'
import { registerHoldRelease } from '#server/providers/index.ts'

/** Registers what each kind of payment is for, and what ends with an account or a listing, before the first call. */
export function registerPayables(): void {
  registerPayable('deposit', depositPayable)
  registerPayable('share', sharePayable)
  registerPayable('balance', balancePayable)
  registerPayable('difference', differencePayable)
  registerPayable('credit', creditPayable)
  registerPayable('tip', tipPayable)
  registerPayable('voucher', voucherPayable)
  registerHoldRelease(releaseMatchingHolds)
  registerDependants(bookingDependants)
}
