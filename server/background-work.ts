import { CLIENT_IMPORTS, runClientImports } from '#server/calendar/run-imports.ts'
import { holdFreedTime } from '#server/checkout/freed-holds.ts'
import { processBookingJobs } from '#server/checkout/finish-booking.ts'
import { sendPayments } from '#server/payments/index.ts'
import { numberEvents } from '#server/platform/live/announce.ts'
import { WAITING_LISTS } from '#server/providers/index.ts'
import { flushProfileViews, flushImpressions, processReservedTime } from '#server/search/index.ts'
import { registerWork } from './platform/work/background-work.ts'

export function registerBackgroundWork(): void {
  registerWork('number-events', 20, (ctx) => numberEvents(ctx.database), true)
  registerWork('work-booked', 100, processBookingJobs)
  registerWork('send-payments', 100, sendPayments)
  registerWork(CLIENT_IMPORTS, 50, runClientImports)
  registerWork(WAITING_LISTS, 200, (ctx) => processReservedTime(ctx, holdFreedTime))
  registerWork('save-impressions', 1_000, flushImpressions)
  registerWork('save-profile-views', 5_000, flushProfileViews)
}
