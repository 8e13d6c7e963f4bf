import type { Context } from '#server/platform/context.ts'
import { answerLastDay } from '#server/payments/charge-backs/answer-charge-back.ts'
import { forgetCards } from '#server/payments/cards/forget-cards.ts'
import { readLines } from '#server/payments/ledger/read-lines.ts'
import { tellHolding } from '#server/payments/ledger/tell-holding.ts'
import { checkLedger } from '#server/payments/ledger/check-ledger.ts'
import { hearTestBank } from '#server/payments/events/events.ts'
import { payOut, payOutJobs, payoutTime, sendPayouts } from '#server/payments/payouts/payouts.ts'
import { issueInvoices } from '#server/payments/statements/issue-invoices.ts'
import { forgetOldEvents, workEvents } from '#server/payments/events/work-events.ts'
import { reconcile } from '#server/payments/events/reconcile.ts'
import { freeVouchers } from '#server/payments/vouchers/free-vouchers.ts'
import { sendVouchers } from '#server/payments/vouchers/send-vouchers.ts'

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
