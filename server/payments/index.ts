export { getReceipt } from './caller-payments.ts'
export { findSavedCard } from './cards.queries.ts'
export { chargeCardOf, chargeSavedCard, type CardChargeResult, deleteCardOf } from './cards.ts'
export {
  requestPaymentIntent,
  savePayment,
  openPayment,
  buildPaymentInsert,
  sendSoon as sendPayments,
} from './charging.ts'
export {
  listCreditsForRef,
  endOfVoucher,
  changeReservedAmount,
  lockReservedSpends,
  lockKept,
  lockVouchers,
  transferCreditSpend,
  releaseReservedCredit,
  findSpendById,
  type SpendRow,
  listExpiredSpends,
} from './credits.queries.ts'
export { listEarnedMonths } from './earnings.ts'
export { createGoodwillCredit, type NewCredit } from './goodwill.ts'
export { postMovement, searchOfMovement } from './ledger.queries.ts'
export { saveRefundLimit, RefundLimitWish } from './operator-refunds.ts'
export { formatInvoiceNumber } from './invoices.ts'
export { buildFailedLatelyCondition, fetchPayments, fetchPayouts, listInvoicesByNumber } from './operator.queries.ts'
export { formatPayoutNumber } from './statements.ts'
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
  findPaymentById,
  type PaymentRow,
  listPaymentsOf,
  getProviderOfPayment,
  listRecordedWaitingRefunds,
  type RefundRow,
  listRefundsOf,
  hidePendingRefunds,
} from './payments.queries.ts'
export {
  closeRefund,
  transferPayment,
  needsSecondOperator,
  transferFeeShare,
  recordCash,
  refundPayment,
  releaseEarnings,
} from './refunds.ts'
export { captureReserved, releaseReserved } from './reserved.ts'
export { redeemCredit } from './redeem-credit.ts'
export { resealIdentities } from '#server/payments/reporting/seller-identity.ts'
export { buildTaxRecordStart, findTaxAt } from './tax.queries.ts'
export { reserveVoucher } from './voucher-sales.ts'
export { normaliseCode } from './voucher-views.ts'
export { assertChargeable, chargePartnerAccount } from '#server/payments/partners/partner-accounts.ts'
export { listPartnerNames } from '#server/payments/partners/partner-accounts.queries.ts'
export { findVoucherByCode } from './vouchers.ts'
export { approveRefund } from './waiting-refunds.ts'
