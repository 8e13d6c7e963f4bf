export { keepRefundLimit, RefundLimitWish } from './set-refund-limit.ts'
export { paymentsPage } from './operator-queries.ts'
