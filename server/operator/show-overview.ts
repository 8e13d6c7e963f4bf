import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import { majorSums } from '#server/operator/sums.ts'
import type { Context } from '#server/platform/context.ts'
import { overviewCounts } from '#server/operator/system/system-queries.ts'

/** What waits for an operator. */
export async function showOverview(ctx: Context): Promise<OutputOf<typeof operatorSystem.overview>> {
  const row = await overviewCounts(ctx.db, ctx.now)
  if (!row) throw new Error('the database counted nothing')
  const {
    oldest,
    sent_back: sentBack,
    given_up: givenUp,
    failed_payments: failedPayments,
    booked_today: bookedToday,
    takings,
    ...counts
  } = row
  return {
    ...counts,
    sentBack,
    givenUp,
    failedPayments,
    bookedToday,
    takings: majorSums(takings),
    oldest: oldest ? new Date(oldest).toISOString() : null,
  }
}
