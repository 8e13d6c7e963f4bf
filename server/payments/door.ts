export { voidPayment } from './move-payment.ts'
export { openPayment, ownsPayment, presentPayment } from './open-payment.ts'
export { type Payable, type PayableHandlers, registerPayable } from './payable.ts'
export {
  lockPayment,
  lockPayments,
  paymentById,
  type PaymentRow,
  paymentsOf,
  payoutReady,
  type RefundRow,
  refundsOf,
} from './queries.ts'
export { sendSoon as sendPayments } from './send-due.ts'
