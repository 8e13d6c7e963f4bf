import { operatorBank } from '#contract/operator/bank.ts'
import { operatorMoney } from '#contract/operator/money.ts'
import { cards } from '#contract/payments/cards.ts'
import { operatorVouchers } from '#contract/operator/vouchers.ts'
import { vouchers } from '#contract/payments/vouchers.ts'
import { operatorPartnerAccounts, partnerAccounts } from '#contract/payments/partner-accounts.ts'
import { earnings, payments } from '#contract/payments/payments.ts'
import { statements } from '#contract/payments/statements.ts'
import { platformReport } from '#contract/operator/platform-report.ts'
import { sellerIdentity } from '#contract/payments/seller-identity.ts'
import { tax } from '#contract/payments/tax.ts'
import { closeLedgerMonth, listMonths } from './ledger-months.ts'
import { createRoutes } from '#server/platform/http/serve.ts'
import { answerChargeBack, getChargeBack, listChargeBacks } from './dispute-evidence.ts'
import { confirmTestSetup, confirmSavedCard, listCards, removeCard, saveCard } from './cards.ts'
import { syncOperatorPayment, listPayments, getBankBooks, getLedger, getOperatorPayment } from './operator-payments.ts'
import { listPayouts, sendPayoutAgain } from './operator-payouts.ts'
import { decideRefund, listRefunds, refundByOperator, sendRefundAgain, setRefundLimit } from './operator-refunds.ts'
import { listOwnPayments, readPayment, getReceipt, getPaymentMethod } from './caller-payments.ts'
import { refreshPayouts, setRhythm, setTestDetails, startOnboarding } from './payout-accounts.ts'
import { getEarnings } from './earnings.ts'
import { listInvoices, getInvoice } from './invoices.ts'
import {
  closePartnerAccount,
  getPartnerAccount,
  readOwnAccount,
  readOwnStatement,
  readPartnerStatement,
  recordPartnerPayment,
  savePartnerAccount,
  undoPartnerPayment,
} from '#server/payments/partners/partner-accounts.ts'
import { getPaper } from './papers.ts'
import { getPayout, getStatement } from './statements.ts'
import { getTaxYear } from './tax-year.ts'
import { exportPlatformReport, listReportSellers, markReportFiled } from '#server/payments/reporting/platform-report.ts'
import { getSellerIdentity, saveOwnSellerIdentity } from '#server/payments/reporting/seller-identity.ts'
import { saveTax, getTax } from './tax.ts'
import { blockVoucher, refundVoucher, listVouchers, unblockVoucher } from './operator-vouchers.ts'
import { buyVoucher, readBought, getVoucherTerms } from './voucher-sales.ts'
import { listOwnVouchers, listSoldVouchers, getVoucherByCode, getVoucher } from './vouchers.ts'
import { answerTestChallenge, confirmTestCard } from './test-cards.ts'

export const paymentRoutes = createRoutes(payments, {
  method: getPaymentMethod,
  read: readPayment,
  mine: listOwnPayments,
  receipt: getReceipt,
  confirmTestCard,
  answerTestChallenge,
})
export const partnerAccountRoutes = createRoutes(partnerAccounts, { read: readOwnAccount, statement: readOwnStatement })
export const operatorPartnerAccountRoutes = createRoutes(operatorPartnerAccounts, {
  show: getPartnerAccount,
  save: savePartnerAccount,
  close: closePartnerAccount,
  statement: readPartnerStatement,
  recordPayment: recordPartnerPayment,
  undoPayment: undoPartnerPayment,
})
export const voucherRoutes = createRoutes(vouchers, {
  terms: getVoucherTerms,
  buy: buyVoucher,
  bought: readBought,
  mine: listOwnVouchers,
  sold: listSoldVouchers,
  check: getVoucherByCode,
  refund: refundVoucher,
})
export const operatorVoucherRoutes = createRoutes(operatorVouchers, {
  list: listVouchers,
  show: getVoucher,
  block: blockVoucher,
  unblock: unblockVoucher,
})
export const cardRoutes = createRoutes(cards, {
  mine: listCards,
  save: saveCard,
  saved: confirmSavedCard,
  remove: removeCard,
  confirmTestSetup,
})
export const earningsRoutes = createRoutes(earnings, {
  show: getEarnings,
  payouts: refreshPayouts,
  setTestDetails,
  setRhythm,
  onboard: startOnboarding,
})
export const statementRoutes = createRoutes(statements, {
  show: getStatement,
  year: getTaxYear,
  payout: getPayout,
  invoices: listInvoices,
  invoice: getInvoice,
  paper: getPaper,
})
export const taxRoutes = createRoutes(tax, { show: getTax, save: saveTax })
export const sellerIdentityRoutes = createRoutes(sellerIdentity, {
  show: getSellerIdentity,
  save: saveOwnSellerIdentity,
})
export const platformReportRoutes = createRoutes(platformReport, {
  sellers: listReportSellers,
  file: exportPlatformReport,
  markFiled: markReportFiled,
})
export const operatorMoneyRoutes = createRoutes(operatorMoney, {
  payments: listPayments,
  payment: getOperatorPayment,
  syncPayment: syncOperatorPayment,
  refund: refundByOperator,
  refunds: listRefunds,
  decideRefund,
  sendRefund: sendRefundAgain,
  setRefundLimit,
  payouts: listPayouts,
  sendPayout: sendPayoutAgain,
  ledger: getLedger,
  ledgerMonths: listMonths,
  closeLedgerMonth,
})
export const operatorBankRoutes = createRoutes(operatorBank, {
  books: getBankBooks,
  chargeBacks: listChargeBacks,
  chargeBack: getChargeBack,
  answerChargeBack,
})
