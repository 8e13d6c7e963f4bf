export { keepRefundLimit, RefundLimitWish } from './set-refund-limit.ts'
