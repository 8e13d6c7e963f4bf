import type { Context } from '#server/platform/context.ts'
import { checkLedger } from './check-ledger.ts'
import { hearTestBank } from './events.ts'
import { payOut, sendPayouts } from './payouts.ts'
import { reconcile } from './reconcile.ts'
import { payoutTime } from './show-earnings.ts'

/** What payments do by the clock. */
export const paymentJobs = [
  {
    name: 'payments',
    cron: '* * * * *',
    run: async (ctx: Context) => {
      await hearTestBank(ctx)
      await reconcile(ctx)
      await sendPayouts(ctx)
    },
  },
  { name: 'pay-out', cron: `${payoutTime.minute} ${payoutTime.hour} * * *`, run: payOut },
  { name: 'check-ledger', cron: '13 * * * *', run: checkLedger },
]
