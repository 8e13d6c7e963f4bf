import { operatorMoney } from '#contract/operator/money.ts'
import { earnings, payments } from '#contract/payments/payments.ts'
import { serve } from '#server/platform/http/serve.ts'
import {
  askAgain,
  listPayments,
  listPayouts,
  listRefunds,
  sendPayoutAgain,
  setRefundLimit,
  showLedger,
  showPayment,
} from '#server/payments/operator/operator-payments.ts'
import { decideRefund, refundByOperator, sendRefundAgain } from '#server/payments/operator/operator-refunds.ts'
import { listOwnPayments } from '#server/payments/own/list-own-payments.ts'
import { readPayment } from '#server/payments/own/read-payment.ts'
import { showReceipt } from '#server/payments/own/show-receipt.ts'
import { showWay } from '#server/payments/own/show-way.ts'
import { refreshPayouts, setTestDetails, startOnboarding } from '#server/payments/payouts/payout-details.ts'
import { showEarnings } from '#server/payments/payouts/show-earnings.ts'
import { showStatement } from '#server/payments/payouts/show-statement.ts'
import { answerTestChallenge, confirmTestCard } from './test-cards.ts'

export const paymentRoutes = serve(payments, {
  way: showWay,
  read: readPayment,
  mine: listOwnPayments,
  receipt: showReceipt,
  confirmTestCard,
  answerTestChallenge,
})
export const earningsRoutes = serve(earnings, {
  show: showEarnings,
  statement: showStatement,
  payouts: refreshPayouts,
  setTestDetails,
  onboard: startOnboarding,
})
export const operatorMoneyRoutes = serve(operatorMoney, {
  payments: listPayments,
  payment: showPayment,
  askPayment: askAgain,
  refund: refundByOperator,
  refunds: listRefunds,
  decideRefund,
  sendRefund: sendRefundAgain,
  setRefundLimit,
  payouts: listPayouts,
  sendPayout: sendPayoutAgain,
  ledger: showLedger,
})
