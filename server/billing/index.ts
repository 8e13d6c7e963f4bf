export { saveBalanceAgreement, endAgreedBalance } from './agreed-balance.ts'
export { payBalance, recordBalance, settleBalance, applyReservedCredits, undoCash } from './balance.ts'
export {
  computeBalanceCover,
  computeHoldCover,
  computeHeldAmounts,
  isOfBalance,
  limitRefund,
  splitOf,
  listUnrefundedPayments,
  sumUnrefunded,
  getWholePrice,
} from './booking-money.ts'
export {
  computeFrozenPriceLines,
  computeMoveDifference,
  type FrozenPriceInput,
  settleDifference,
  addChangeLine,
} from './differences.ts'
export { payLaterDeposit, saveLaterDeposit } from './later-deposit.ts'
export { findLaterDeposit, listUnpaidLaterDeposits, transferLaterDeposit } from './later-deposit.queries.ts'
export { appointmentOfPayment, bookingPayable, getTaxTerms } from './payables.ts'
export { formatRefundReason, isAnnouncedWithCancellation, refundReasons } from './refund-reasons.ts'
export { paidOf, refundedOf } from './present-billing.ts'
export {
  listOwnPromos,
  listPromos,
  createProviderPromo,
  createPlatformPromo,
  stopOwnPromo,
  stopPromo,
} from './promo-codes.ts'
export { fetchPromos } from './promo-codes.queries.ts'
export {
  buildBodyWithLines,
  hashPromoPerson,
  priceWithCarried,
  priceWithCode,
  getPromoLine,
  findPromoByCode,
  assertPromoPerson,
  assertPromoUsable,
} from './promo-prices.ts'
export {
  reservePromoUse,
  lockPromo,
  type PromoUseRow,
  releasePromoUse,
  releaseRedeemedPromoUse,
  setKept,
  setPerson,
  setUsed,
  redeemPromoUse,
  findActivePromoUse,
  listEndedPromoUses,
  listExpiredPromoUses,
} from './promo-uses.queries.ts'
export {
  type RefundReason,
  executeRefundSplit,
  refundLatePayment,
  refundShare,
  releaseAll,
  waitLineOf,
} from './refunds.ts'
export { createTip } from './tips.ts'
export {
  type CancelledBy,
  findEarnedMinor,
  getDaySums,
  getPolicyStart,
  hasBegun,
  isInSpan,
  isOpenToChange,
  labelByDay,
  priceWithoutTrial,
} from './trial-money.ts'
export {
  findTrial,
  type LinkedKind,
  type LinkedRow,
  type LinkedState,
  type LinkedTime,
  type PatchTestRow,
  selectLinked,
  type TrialRow,
} from './trials.queries.ts'
