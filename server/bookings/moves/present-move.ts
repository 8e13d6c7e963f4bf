import type { Move } from '#contract/bookings/appointment.ts'
import { major } from '#contract/money.ts'
import { type PaymentRow, presentPayment } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf } from '#server/platform/event-day.ts'
import type { AppointmentRow, MoveRow } from '#server/bookings/appointments/appointment-queries.ts'
import { refundable } from '#server/bookings/money/money-of.ts'
import { differenceOfMove } from './difference-of-move.ts'
import { partyIn } from './party-in.ts'

/** Presents a proposal for another time or another party, with what it changes in the price. */
export function presentMove(ctx: Context, row: AppointmentRow, move: MoveRow, payments: readonly PaymentRow[]): Move {
  const iso = (at: Date) => dayOf(move.event_date, row.tz).iso(at.getTime())
  const { dueMinor, backMinor, keptMinor, toBalanceMinor, waivedMinor, after } = differenceOfMove(row, move)
  const payment = payments.findLast(({ ref, state }) => ref === move.id && state !== 'ended' && state !== 'voided')
  return {
    id: move.id,
    by: move.by,
    startsAt: iso(move.starts_at),
    endsAt: iso(move.ends_at),
    readyAt: move.ready_at && iso(move.ready_at),
    eventDate: move.event_date,
    total: major(after.totalMinor),
    deposit: major(after.depositMinor),
    difference: major(dueMinor),
    back: major(refundable(backMinor, payments)),
    kept: major(keptMinor),
    toBalance: major(toBalanceMinor),
    waived: major(waivedMinor),
    party: move.people ? partyIn({ body: move.body, names: move.names ?? [] }) : null,
    waitsUntil: iso(move.ends_waiting_at),
    agreed: move.agreed_at !== null,
    payment: payment ? presentPayment(ctx, payment) : null,
  }
}
