export { type Evidence, type Payable, type PayableHandlers, registerPayable } from './payable.ts'
export { type PayablePayment, presentPayment } from './present-payment.ts'
export {
  lockPayments,
  paymentById,
  type PaymentRow,
  paymentsOf,
  providerOf,
  type RefundRow,
  refundsOf,
} from './queries.ts'
