export { type Evidence, type Payable, type PayableHandlers, registerPayable } from './payable.ts'
export { type PayablePayment, presentPayment } from './present-payment.ts'
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
} from './queries.ts'
