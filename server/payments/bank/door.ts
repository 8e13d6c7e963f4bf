export { voidPayment } from './move-payment.ts'
export { openPayment } from './open-payment.ts'
export { sendSoon as sendPayments } from './send-due.ts'
