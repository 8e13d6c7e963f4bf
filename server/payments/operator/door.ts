export { keepRefundLimit, RefundLimitWish } from './set-refund-limit.ts'
export { refundLimits } from './refund-limits.ts'
export { failedLately, paymentsPage } from './operator-queries.ts'
