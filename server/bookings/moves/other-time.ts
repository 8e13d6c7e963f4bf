import { minor, type Minor } from '#contract/money.ts'
import { catalogOf } from '#server/catalog/door.ts'
import { priceNow } from '#server/search/bookable/door.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf, minuteOfEvent } from '#server/platform/event-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { numbersOf } from '#server/providers/door.ts'
import { refuseWrongDay } from '#server/providers/booked-out/door.ts'

import { findSearch, resolveSearch } from '#server/search/door.ts'
import { quotedProviders } from '#server/search/quotes/door.ts'
import type { AppointmentRow, Frozen } from '#server/bookings/appointments/appointment-queries.ts'

export type OtherTime = {
  eventDate: string
  body: Frozen
  starts: Date
  ends: Date
  ready: Date
  totalMinor: Minor
  depositMinor: Minor
  feeMinor: Minor
}

/**
 * The same job at another time: its plan, and its price. The price stays what was booked, unless an early start begins or ends to count;
 * then it is made anew. Not inside a transaction.
 */
export async function atOtherTime(
  ctx: Context,
  row: AppointmentRow,
  to: { eventDate: string; finishTime: string },
): Promise<OtherTime> {
  refuseWrongDay(to.eventDate, row.tz, ctx.now)
  const at = dayOf(to.eventDate, row.tz).at(minuteOfEvent(to.finishTime))
  if (at <= ctx.now.getTime()) throw new Refusal('time_past')
  const search = await findSearch(ctx.database, row.search_id)
  const [known] = await numbersOf(ctx.reads, [row.provider_id])
  if (!search || !known) throw new Refusal('state_changed')
  const asked = resolveSearch(
    { ...search, event_date: to.eventDate, finish_time: to.finishTime, start_time: null, time_constraint: 'finish' },
    await catalogOf(ctx.database),
    ctx.now,
  )
  const [quoted] = await quotedProviders(ctx, asked, [known.no], row.mode)
  // Whoever no longer does these services cannot be moved; talking about it is what is left.
  if (!quoted || quoted.entry.mode !== row.mode) throw new Refusal('slot_taken')
  const now = priceNow(ctx, asked, quoted)
  if (!now.plan) throw new Refusal('slot_taken')
  const early = (lines: Frozen['lines']) => lines.some(({ kind }) => kind === 'early')
  const same = early(now.lines) === early(row.body.lines)
  const names = {
    ...now.plan,
    artists: row.body.plan.artists.length === now.plan.artists.length ? row.body.plan.artists : now.plan.artists,
  }
  return {
    eventDate: to.eventDate,
    body: { lines: same ? row.body.lines : now.lines, plan: names },
    starts: new Date(now.plan.arriveAt),
    ends: new Date(now.plan.doneAt),
    ready: new Date(now.plan.readyBy ?? now.plan.doneAt),
    totalMinor: same ? row.total_minor : minor(now.total),
    depositMinor: same ? row.deposit_minor : minor(now.deposit),
    feeMinor: same ? row.fee_minor : minor(now.fee),
  }
}
