import type { bookedOut } from '#contract/providers/booked-out.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter, todayIn } from '#server/platform/event-day.ts'
import { presentBookedOut } from './booked-out.ts'
import { busyRows } from '#server/providers/diary/diary-queries.ts'
import { ownProvider } from '#server/providers/own-provider.ts'

const furthestDays = 800

/** The caller's booked-out time from today on, in order. */
export async function listBookedOut(ctx: Context): Promise<OutputOf<typeof bookedOut.list>> {
  const provider = await ownProvider(ctx)
  const today = todayIn(provider.tz, ctx.now)
  const rows = await busyRows(ctx.db, provider.id, today, dateAfter(today, furthestDays))
  return {
    timeZone: provider.tz,
    dates: rows.filter(({ kind }) => kind === 'booked_out').map((row) => presentBookedOut(row, provider.tz)),
  }
}
