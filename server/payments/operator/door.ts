export { keepRefundLimit, RefundLimitWish } from './set-refund-limit.ts'
export { failedLately, paymentsPage } from './operator-queries.ts'
