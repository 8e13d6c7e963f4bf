export { savedCardOf } from './cards.queries.ts'
export { takeFromCard, type Taken } from './cards.ts'
export {
  askForPayment,
  keepPayment,
  openPayment,
  paymentAtOnce,
  sendSoon as sendPayments,
} from './charging.ts'
export {
  creditsFor,
  endOfVoucher,
  keepOther,
  keptOf,
  lockKept,
  lockVouchers,
  passSpend,
  returnKept,
  spendById,
  type SpendRow,
  spendsPast,
} from './credits.queries.ts'
export { earnedMonths } from './earnings.ts'
export { newCredit, type NewCredit } from './goodwill.ts'
export { post, searchOfMovement } from './ledger.queries.ts'
export { keepRefundLimit, RefundLimitWish } from './operator-refunds.ts'
export { failedLately, fetchPayments } from './operator.queries.ts'
export {
  type Evidence,
  type PayableHandlers,
  type PayablePayment,
  presentPayment,
  registerPayable,
} from './payable.ts'
export { movePayment, voidPayment } from './payment-moves.ts'
export {
  lockDecidingOperator,
  lockPayments,
  paymentById,
  type PaymentRow,
  paymentsOf,
  providerOf,
  recordedWaitingRefunds,
  type RefundRow,
  refundsOf,
  withoutWaitingRefunds,
} from './payments.queries.ts'
export { closeRefund, handOn, needsSecondOperator, passShare, recordCash, refund, release } from './refunds.ts'
export { keepReserved, letGoReserved } from './reserved.ts'
export { spendKept } from './spend-kept.ts'
export { taxAt } from './tax.queries.ts'
export { keepVoucher } from './voucher-sales.ts'
export { plainCode } from './voucher-views.ts'
export { voucherOfCode } from './vouchers.ts'
export { approveRefund } from './waiting-refunds.ts'
