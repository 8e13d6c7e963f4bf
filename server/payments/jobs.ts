import type { Context } from '#server/platform/context.ts'
import { answerLastDay } from './charge-backs.ts'
import { forgetCards } from './cards.ts'
import { checkLedger, readLines, tellHolding } from './ledger-check.ts'
import { forgetOldEvents, hearTestBank, reconcile, workEvents } from './events.ts'
import { payOut, payOutJobs, payoutTime, sendPayouts } from './payouts.ts'
import { issueInvoices } from './invoices.ts'
import { freeVouchers } from './vouchers.ts'
import { sendVouchers } from './voucher-sales.ts'

/** What payments do by the clock. */
export const paymentJobs = [
  {
    name: 'payments',
    cron: '* * * * *',
    run: async (ctx: Context) => {
      await hearTestBank(ctx)
      await workEvents(ctx)
      await reconcile(ctx)
      await payOutJobs(ctx)
      await sendPayouts(ctx)
      await sendVouchers(ctx)
    },
  },
  { name: 'free-vouchers', cron: '*/10 * * * *', run: freeVouchers },
  { name: 'forget-cards', cron: '29 * * * *', run: forgetCards },
  { name: 'pay-out', cron: `${payoutTime.minute} ${payoutTime.hour} * * *`, run: payOut },
  { name: 'issue-invoices', cron: '41 4 * * *', run: issueInvoices },
  { name: 'read-bank-lines', cron: '*/10 * * * *', run: readLines },
  { name: 'answer-charge-backs', cron: '23 * * * *', run: answerLastDay },
  { name: 'tell-holding', cron: '7 5 * * *', run: tellHolding },
  {
    name: 'forget-old-events',
    cron: '37 3 * * *',
    run: async (ctx: Context) => {
      await forgetOldEvents(ctx)
    },
  },
  { name: 'check-ledger', cron: '13 * * * *', run: checkLedger },
]
