export { voidPayment } from './move-payment.ts'
export { openPayment, presentPayment } from './open-payment.ts'
export { type Payable, type PayableHandlers, registerPayable } from './payable.ts'
export {
  lockPayments,
  paymentById,
  type PaymentRow,
  paymentsOf,
  type RefundRow,
  refundsOf,
} from './queries.ts'
export { sendSoon as sendPayments } from './send-due.ts'
