export { type Evidence, type Payable, type PayableHandlers, registerPayable } from './payable.ts'
export { presentPayment } from './present-payment.ts'
export {
  lockPayments,
  paymentById,
  type PaymentRow,
  paymentsOf,
  type RefundRow,
  refundsOf,
} from './queries.ts'
