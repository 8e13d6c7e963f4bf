import { operatorBank } from '#contract/operator/bank.ts'
import { operatorMoney } from '#contract/operator/money.ts'
import { cards } from '#contract/payments/cards.ts'
import { operatorVouchers } from '#contract/operator/vouchers.ts'
import { vouchers } from '#contract/payments/vouchers.ts'
import { earnings, payments } from '#contract/payments/payments.ts'
import { statements } from '#contract/payments/statements.ts'
import { tax } from '#contract/payments/tax.ts'
import { serve } from '#server/platform/http/serve.ts'
import { answerChargeBack } from '#server/payments/charge-backs/answer-charge-back.ts'
import { listChargeBacks } from '#server/payments/charge-backs/list-charge-backs.ts'
import { showChargeBack } from '#server/payments/charge-backs/show-charge-back.ts'
import { confirmTestSetup } from '#server/payments/cards/confirm-test-setup.ts'
import { keepSavedCard } from '#server/payments/cards/keep-saved-card.ts'
import { listCards } from '#server/payments/cards/list-cards.ts'
import { removeCard } from '#server/payments/cards/remove-card.ts'
import { saveCard } from '#server/payments/cards/save-card.ts'
import { askPaymentAgain } from '#server/payments/operator/ask-payment-again.ts'
import { listPayments } from '#server/payments/operator/list-payments.ts'
import { listPayouts } from '#server/payments/operator/list-payouts.ts'
import { listRefunds } from '#server/payments/operator/list-refunds.ts'
import { sendPayoutAgain } from '#server/payments/operator/send-payout-again.ts'
import { setRefundLimit } from '#server/payments/operator/set-refund-limit.ts'
import { showBankBooks } from '#server/payments/operator/show-bank-books.ts'
import { showLedger } from '#server/payments/operator/show-ledger.ts'
import { showPayment } from '#server/payments/operator/show-payment.ts'
import { decideRefund } from '#server/payments/operator/decide-refund.ts'
import { refundByOperator } from '#server/payments/operator/refund-by-operator.ts'
import { sendRefundAgain } from '#server/payments/operator/send-refund-again.ts'
import { listOwnPayments } from '#server/payments/own/list-own-payments.ts'
import { readPayment } from '#server/payments/own/read-payment.ts'
import { showReceipt } from '#server/payments/own/show-receipt.ts'
import { showWay } from '#server/payments/own/show-way.ts'
import { refreshPayouts } from '#server/payments/payouts/refresh-payouts.ts'
import { setTestDetails } from '#server/payments/payouts/set-test-details.ts'
import { startOnboarding } from '#server/payments/payouts/start-onboarding.ts'
import { showEarnings } from '#server/payments/payouts/show-earnings.ts'
import { setRhythm } from '#server/payments/payouts/set-rhythm.ts'
import { listInvoices } from '#server/payments/statements/list-invoices.ts'
import { showInvoice } from '#server/payments/statements/show-invoice.ts'
import { showPaper } from '#server/payments/statements/show-paper.ts'
import { showPayout } from '#server/payments/statements/show-payout.ts'
import { showStatement } from '#server/payments/statements/show-statement.ts'
import { showYear } from '#server/payments/statements/show-year.ts'
import { saveTax } from '#server/payments/tax/save-tax.ts'
import { showTax } from '#server/payments/tax/show-tax.ts'
import { blockVoucher } from '#server/payments/vouchers/block-voucher.ts'
import { buyVoucher } from '#server/payments/vouchers/buy-voucher.ts'
import { giveVoucherBack } from '#server/payments/vouchers/give-voucher-back.ts'
import { listOwnVouchers } from '#server/payments/vouchers/list-own-vouchers.ts'
import { listSoldVouchers } from '#server/payments/vouchers/list-sold-vouchers.ts'
import { listVouchers } from '#server/payments/vouchers/list-vouchers.ts'
import { lookAtVoucher } from '#server/payments/vouchers/look-at-voucher.ts'
import { readBought } from '#server/payments/vouchers/read-bought.ts'
import { showTerms } from '#server/payments/vouchers/show-terms.ts'
import { showVoucher } from '#server/payments/vouchers/show-voucher.ts'
import { unblockVoucher } from '#server/payments/vouchers/unblock-voucher.ts'
import { answerTestChallenge } from './answer-test-challenge.ts'
import { confirmTestCard } from './confirm-test-card.ts'

export const paymentRoutes = serve(payments, {
  way: showWay,
  read: readPayment,
  mine: listOwnPayments,
  receipt: showReceipt,
  confirmTestCard,
  answerTestChallenge,
})
export const voucherRoutes = serve(vouchers, {
  terms: showTerms,
  buy: buyVoucher,
  bought: readBought,
  mine: listOwnVouchers,
  sold: listSoldVouchers,
  look: lookAtVoucher,
  giveBack: giveVoucherBack,
})
export const operatorVoucherRoutes = serve(operatorVouchers, {
  list: listVouchers,
  show: showVoucher,
  block: blockVoucher,
  unblock: unblockVoucher,
})
export const cardRoutes = serve(cards, {
  mine: listCards,
  save: saveCard,
  saved: keepSavedCard,
  remove: removeCard,
  confirmTestSetup,
})
export const earningsRoutes = serve(earnings, {
  show: showEarnings,
  payouts: refreshPayouts,
  setTestDetails,
  setRhythm,
  onboard: startOnboarding,
})
export const statementRoutes = serve(statements, {
  show: showStatement,
  year: showYear,
  payout: showPayout,
  invoices: listInvoices,
  invoice: showInvoice,
  paper: showPaper,
})
export const taxRoutes = serve(tax, { show: showTax, save: saveTax })
export const operatorMoneyRoutes = serve(operatorMoney, {
  payments: listPayments,
  payment: showPayment,
  askPayment: askPaymentAgain,
  refund: refundByOperator,
  refunds: listRefunds,
  decideRefund,
  sendRefund: sendRefundAgain,
  setRefundLimit,
  payouts: listPayouts,
  sendPayout: sendPayoutAgain,
  ledger: showLedger,
})
export const operatorBankRoutes = serve(operatorBank, {
  books: showBankBooks,
  chargeBacks: listChargeBacks,
  chargeBack: showChargeBack,
  answerChargeBack,
})
