export { agreeBalance, endAgreedBalance } from './agreed-balance.ts'
export { payBalance, recordBalance, settleBalance, spendOn } from './balance.ts'
export {
  coverOfBalance,
  coverOfHold,
  heldOf,
  isOfBalance,
  refundable,
  splitOf,
  standing,
  standingSum,
  wholeOf,
} from './booking-money.ts'
export { atFrozenPrices, differenceOfMove, type Priced, settleDifference, withChangeLine } from './differences.ts'
export { appointmentOfPayment, bookingPayable } from './payables.ts'
export { paidOf, refundedOf } from './present-billing.ts'
export { listOwnPromos, listPromos, makeOwnPromo, makePromo, stopOwnPromo, stopPromo } from './promo-codes.ts'
export {
  bodyWithLines,
  personOf,
  priceWithCarried,
  priceWithCode,
  promoIn,
  promoOfCode,
  refusePerson,
  refusePromo,
} from './promo-prices.ts'
export {
  keepUse,
  lockPromo,
  type PromoUseRow,
  returnUse,
  returnUsed,
  setKept,
  setPerson,
  setUsed,
  spendUse,
  standingUse,
  usesEnded,
  usesPast,
} from './promo-uses.queries.ts'
export { type Because, giveBack, giveBackLate, refundShare, releaseAll, waitLineOf } from './refunds.ts'
export { leaveTip } from './tips.ts'
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
