import { openEmbedded, openPostgres } from '#db/database.ts'
import { chargeAgreedBalances } from '#server/billing/agreed-balance.ts'
import { chargeLaterDeposits } from '#server/billing/later-deposit.ts'
import { registerBookingHandlers } from '#server/appointments/events.ts'
import { bookingHandlers } from '#server/booking-handlers.ts'
import { registerPayables } from '#server/payables.ts'
import { sendDue } from '#server/payments/charging.ts'
import { readEnv } from '#server/platform/env.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'
import { openMetrics } from '#server/platform/metrics.ts'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'

// Command: charges the balances and later deposits due at the given times, in a directory or MARKET_DATABASE_URL.
registerPayables()
registerBookingHandlers(bookingHandlers)
const [, , directory = '', ...moments] = process.argv
const url = process.env['MARKET_DATABASE_URL']
const database = url ? await openPostgres(url) : await openEmbedded(directory)
const rig = { database, env: readEnv({ DATA_DIR: directory }), log: openLog('error'), metrics: openMetrics() }
for (const moment of moments) {
  const ctx = createJobContext({ ...rig, clock: () => new Date(moment) }, 'take-balances')
  await chargeAgreedBalances(ctx)
  await chargeLaterDeposits(ctx)
  await sendDue(ctx)
  await waitForBackgroundWork(database)
}
await database.close()
