import type { Minor } from '#contract/money.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf, minuteOfEvent } from '#server/platform/event-day.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { numbersOf, refuseWrongDay } from '#server/providers/index.ts'

import { findSearch, resolveSearch, seatsAlone } from '#server/search/index.ts'
import type { AppointmentRow, Frozen } from '#server/bookings/appointments/appointment-queries.ts'
import { priceAnew } from './price-anew.ts'

export type OtherTime = {
  eventDate: string
  body: Frozen
  starts: Date
  ends: Date
  ready: Date | null
  totalMinor: Minor
  depositMinor: Minor
  feeMinor: Minor
}

/**
 * The same job at another time: its plan, and its price. The price stays what was booked, unless an early start begins or ends to count;
 * then it is made anew by the frozen rule. Not inside a transaction.
 */
export async function atOtherTime(
  ctx: Context,
  row: AppointmentRow,
  to: { eventDate: string; finishTime: string },
): Promise<OtherTime> {
  refuseWrongDay(to.eventDate, row.tz, ctx.now)
  const day = dayOf(to.eventDate, row.tz)
  if (day.skips(to.finishTime)) throw refuseField('time_skipped', 'finishTime')
  if (day.at(minuteOfEvent(to.finishTime)) <= ctx.now.getTime()) throw new Refusal('time_past')
  const search = await findSearch(ctx.database, row.search_id)
  const [known] = await numbersOf(ctx.reads, [row.provider_id])
  if (!search || !known) throw new Refusal('state_changed')
  const asked = resolveSearch(
    {
      ...search,
      seats: search.seats && seatsAlone(search.seats),
      people: row.people ?? search.people,
      event_date: to.eventDate,
      finish_time: to.finishTime,
      start_time: null,
      time_constraint: 'finish',
    },
    await catalogOf(ctx.database),
    ctx.now,
  )
  const now = await priceAnew(ctx, row, asked, known.no)
  // Whoever no longer does these services cannot be moved; talking about it is what is left.
  if (typeof now === 'string') throw new Refusal('slot_taken')
  const early = (lines: Frozen['lines']) => lines.some(({ kind }) => kind === 'early')
  const same = early(now.body.lines) === early(row.body.lines)
  return {
    eventDate: to.eventDate,
    body: same ? { ...row.body, plan: now.plan } : now.body,
    starts: new Date(now.plan.arriveAt),
    ends: new Date(now.plan.doneAt),
    ready: new Date(now.plan.readyBy ?? now.plan.doneAt),
    totalMinor: same ? row.total_minor : now.totalMinor,
    depositMinor: same ? row.deposit_minor : now.depositMinor,
    feeMinor: same ? row.fee_minor : now.feeMinor,
  }
}
