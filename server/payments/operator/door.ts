export { keepRefundLimit, RefundLimitWish } from './set-refund-limit.ts'
export { failedLately, fetchPayments } from './operator-queries.ts'
