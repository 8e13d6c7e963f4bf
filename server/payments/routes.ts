import { operatorBank } from '#contract/operator/bank.ts'
import { operatorMoney } from '#contract/operator/money.ts'
import { cards } from '#contract/payments/cards.ts'
import { operatorVouchers } from '#contract/operator/vouchers.ts'
import { vouchers } from '#contract/payments/vouchers.ts'
import { earnings, payments } from '#contract/payments/payments.ts'
import { statements } from '#contract/payments/statements.ts'
import { tax } from '#contract/payments/tax.ts'
import { serve } from '#server/platform/http/serve.ts'
import { answerChargeBack, listChargeBacks, showChargeBack } from './charge-backs.ts'
import { confirmTestSetup, keepSavedCard, listCards, removeCard, saveCard } from './cards.ts'
import { askPaymentAgain, listPayments, showBankBooks, showLedger, showPayment } from './operator-payments.ts'
import { listPayouts, sendPayoutAgain } from './operator-payouts.ts'
import { decideRefund, listRefunds, refundByOperator, sendRefundAgain, setRefundLimit } from './operator-refunds.ts'
import { listOwnPayments, readPayment, showReceipt, showWay } from './own-payments.ts'
import { refreshPayouts, setRhythm, setTestDetails, startOnboarding } from './payout-accounts.ts'
import { showEarnings } from './earnings.ts'
import { listInvoices, showInvoice } from './invoices.ts'
import { showPaper } from './papers.ts'
import { showPayout, showStatement, showYear } from './statements.ts'
import { saveTax, showTax } from './tax.ts'
import { blockVoucher, giveVoucherBack, listVouchers, unblockVoucher } from './operator-vouchers.ts'
import { buyVoucher, readBought, showTerms } from './voucher-sales.ts'
import { listOwnVouchers, listSoldVouchers, lookAtVoucher, showVoucher } from './vouchers.ts'
import { answerTestChallenge, confirmTestCard } from './test-cards.ts'

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
