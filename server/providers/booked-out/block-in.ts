import type { bookedOut } from '#contract/providers/booked-out.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf } from '#server/platform/event-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type BusyRow, busyRows, insertBookedOut, jobsWithin } from '#server/providers/diary/diary-queries.ts'
import { deleteBookedOut } from '#server/providers/diary/free-time.ts'
import { joinedWith, presentBookedOut, presentStanding, refuseWrongDay, type Span, spanOf } from './booked-out.ts'
import { ownProvider } from '#server/providers/own-provider.ts'
import { lockDiary } from '#server/providers/queries.ts'

type Blocked = OutputOf<typeof bookedOut.add>

/** Books out a span of a day of the caller's own. */
export async function takeOut(ctx: Context, eventDate: string, span: Span): Promise<Blocked> {
  const provider = await ownProvider(ctx)
  refuseWrongDay(eventDate, provider.tz, ctx.now)
  return ctx.once((tx) => blockIn(tx, provider, eventDate, span))
}

/** Blocks the whole day of an event date in the caller's transaction; jobs that stand that day stay. */
export const blockDayIn = (tx: Context, provider: { id: string; tz: string }, eventDate: string): Promise<Blocked> =>
  blockIn(tx, provider, eventDate, spanOf(null, null))

async function blockIn(
  tx: Context,
  provider: { id: string; tz: string },
  eventDate: string,
  span: Span,
): Promise<Blocked> {
  const day = dayOf(eventDate, provider.tz)
  const asked = { from: day.at(span.from), to: day.at(span.to) }
  await lockDiary(tx.db, provider.id)
  const out = (await busyRows(tx.db, provider.id, eventDate, eventDate)).filter(({ kind }) => kind === 'booked_out')
  const jobs = await jobsWithin(tx.db, provider.id, asked.from, asked.to)
  const standing = jobs.map((job) => presentStanding(job, eventDate, provider.tz))
  const answer = (row: BusyRow): Blocked => ({ date: presentBookedOut(row, provider.tz), standing })
  const whole = out.find((row) => row.whole_day)
  if (whole) return answer(whole)
  if (!span.whole && jobs.length > 0) throw new Refusal('day_has_bookings', { detail: { standing } })
  const { swallowed, ...time } = span.whole ? { ...asked, swallowed: out.map(({ id }) => id) } : joinedWith(asked, out)
  await deleteBookedOut(tx, provider.id, swallowed)
  const { id } = await insertBookedOut(tx.db, { providerId: provider.id, eventDate, ...time, whole: span.whole })
  return answer({
    id,
    kind: 'booked_out',
    event_date: eventDate,
    whole_day: span.whole,
    ref: null,
    buffer_minutes: 0,
    ...time,
  })
}
