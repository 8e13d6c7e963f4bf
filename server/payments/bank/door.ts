export { movePayment, voidPayment } from './move-payment.ts'
export { askForPayment, keepPayment, openPayment, paymentAtOnce } from './open-payment.ts'
export { sendAfter, sendSoon as sendPayments, takeWord } from './send-due.ts'
