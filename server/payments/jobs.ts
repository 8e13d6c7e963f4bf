import type { Context } from '#server/platform/context.ts'
import { answerLastDay } from './dispute-evidence.ts'
import { deleteRemovedCards } from './cards.ts'
import { checkLedger, readLines, notifyHeldFunds } from './ledger-check.ts'
import { purgeOldEvents, handleTestBankEvents, reconcilePayments, processStoredEvents } from './events.ts'
import { remindSellers } from '#server/payments/reporting/seller-identity.ts'
import { payOut, payOutJobs, payoutTime, sendPayouts } from './payouts.ts'
import { storeEarnedMonths } from './earnings.ts'
import { issueInvoices } from './invoices.ts'
import { unlockVouchers } from './vouchers.ts'
import { sendVouchers } from './voucher-sales.ts'

export const paymentJobs = [
  {
    name: 'payments',
    cron: '* * * * *',
    run: async (ctx: Context) => {
      await handleTestBankEvents(ctx)
      await processStoredEvents(ctx)
      await reconcilePayments(ctx)
      await payOutJobs(ctx)
      await sendPayouts(ctx)
      await sendVouchers(ctx)
    },
  },
  { name: 'free-vouchers', cron: '*/10 * * * *', run: unlockVouchers },
  { name: 'forget-cards', cron: '29 * * * *', run: deleteRemovedCards },
  { name: 'pay-out', cron: `${payoutTime.minute} ${payoutTime.hour} * * *`, run: payOut },
  { name: 'issue-invoices', cron: '41 4 * * *', run: issueInvoices },
  { name: 'remind-sellers', cron: '19 9 * * *', run: remindSellers },
  { name: 'read-bank-lines', cron: '*/10 * * * *', run: readLines },
  { name: 'answer-charge-backs', cron: '23 * * * *', run: answerLastDay },
  { name: 'tell-holding', cron: '7 5 * * *', run: notifyHeldFunds },
  {
    name: 'forget-old-events',
    cron: '37 3 * * *',
    run: async (ctx: Context) => {
      await purgeOldEvents(ctx)
    },
  },
  { name: 'store-earned-months', cron: '47 * * * *', run: storeEarnedMonths },
  { name: 'check-ledger', cron: '13 * * * *', run: checkLedger },
]
