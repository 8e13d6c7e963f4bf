import type { ActBears } from '#contract/operator/booking-acts.ts'
import type { PartyPerson } from '#contract/bookings/party.ts'
import { shareAt } from '#contract/payments/refund.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  appointmentById,
  type AppointmentRow,
  type NewMove,
} from '#server/bookings/appointments/appointment-queries.ts'
import { termsOf } from '#server/bookings/appointments/terms.ts'
import { applyMove, tellMove } from '#server/bookings/moves/apply-move.ts'
import { differenceOfMove } from '#server/bookings/moves/difference-of-move.ts'
import { keepProposal } from '#server/bookings/moves/keep-proposal.ts'
import { atOtherTime, type OtherTime } from '#server/bookings/moves/other-time.ts'
import { withOtherParty } from '#server/bookings/moves/other-party.ts'
import { momentOf } from '#server/bookings/notices/tell.ts'
import type { TeamAct } from './act-of-team.ts'
import { keepPrice } from './keep-price.ts'

/** Puts a booking at another time, which both have agreed on with the team. Not inside a transaction. */
export async function moveFor(
  ctx: Context,
  row: AppointmentRow,
  { bears, ...to }: { eventDate: string; finishTime: string; bears: ActBears },
): Promise<TeamAct> {
  refuseOver(row, ctx.now)
  return applied(row, 'moved', priced(row, await atOtherTime(ctx, row, to), bears))
}

/** Has other people or services done than were booked, which both have agreed on with the team. Not inside a transaction. */
export async function changeFor(
  ctx: Context,
  row: AppointmentRow,
  { bears, people, back }: { people: readonly PartyPerson[]; bears: ActBears; back: 'whole' | 'policy' },
): Promise<TeamAct> {
  refuseOver(row, ctx.now)
  const { time, party } = await withOtherParty(ctx, row, people)
  const share = back === 'whole' ? 100 : (shareAt(termsOf(row), ctx.now.getTime()) as 0 | 50 | 100)
  return applied(row, 'changed', priced(row, time, bears), { ...party, share })
}

/** Refuses what can only be done to a booking that stands and has not begun. */
export function refuseOver(row: AppointmentRow, now: Date): void {
  if (row.state !== 'booked') throw new Refusal('state_changed')
  if (row.starts_at <= now) throw new Refusal('too_late')
}

const priced = (row: AppointmentRow, time: OtherTime, bears: ActBears): OtherTime =>
  bears === 'customer' ? time : keepPrice(row, time, bears)

// As either side's own proposal that the other has accepted: where nothing is due it stands at once, else once the customer has paid.
const applied = (
  known: AppointmentRow,
  kind: 'moved' | 'changed',
  time: OtherTime,
  party: Pick<NewMove, 'people' | 'names' | 'share' | 'was' | 'guests'> = {},
): TeamAct => ({
  kind,
  run: async (tx, { row, payments, sender, reason }) => {
    const move = await keepProposal(tx, sender, known, 'operator', time, party)
    const said = {
      moveId: move.id,
      from: momentOf(row.ready_at ?? row.starts_at, row, tx.now),
      to: momentOf(move.ready_at ?? move.starts_at, row, tx.now),
    }
    if (differenceOfMove(row, move).dueMinor > 0) {
      await tellMove(tx, sender, row, move, 'customer', 'agreed')
      return { row, said, second: false, waits: move }
    }
    await applyMove(tx, sender, row, move, payments, { reason })
    return { row: (await appointmentById(tx.db, row.id)) ?? row, said, second: false }
  },
})
