export { voidPayment } from './move-payment.ts'
export { askForPayment, keepPayment, openPayment } from './open-payment.ts'
export { sendSoon as sendPayments } from './send-due.ts'
