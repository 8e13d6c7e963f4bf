import type { PartyPerson, PartyPreview } from '#contract/bookings/party.ts'
import { major } from '#contract/money.ts'
import { shareAt } from '#contract/payments/refund.ts'
import { senderOf } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { isoIn } from '#server/bookings/day/iso-in.ts'
import { termsOf } from '#server/bookings/appointments/terms.ts'
import { refundable } from '#server/bookings/money/money-of.ts'
import { paymentsFor } from '#server/bookings/money/payments-for.ts'
import { differenceOfMove } from './difference-of-move.ts'
import { keepProposal } from './keep-proposal.ts'
import { withOtherParty } from './other-party.ts'

/** Suggests other people or services to the other side, or with `preview` only works out what they would come to. `answer` says in the same transaction what the call answers. */
export async function proposeParty<T extends object>(
  ctx: Context,
  row: AppointmentRow,
  by: 'customer' | 'provider',
  { people, preview }: { people: readonly PartyPerson[]; preview: boolean },
  answer: (tx: Context, preview: PartyPreview | null) => Promise<T>,
): Promise<T> {
  if (row.state !== 'booked') throw new Refusal('state_changed')
  if (row.starts_at <= ctx.now) throw new Refusal('too_late')
  const { time, party } = await withOtherParty(ctx, row, people)
  // Whoever asks to have less bears what the policy says; what the artist cannot do comes back whole.
  const share = by === 'provider' ? 100 : (shareAt(termsOf(row), ctx.now.getTime()) as 0 | 50 | 100)
  if (preview) {
    const { dueMinor, backMinor, keptMinor, toBalanceMinor, waivedMinor, after } = differenceOfMove(row, {
      total_minor: time.totalMinor,
      deposit_minor: time.depositMinor,
      fee_minor: time.feeMinor,
      share,
    })
    const iso = isoIn(row)
    const shown: PartyPreview = {
      total: major(after.totalMinor),
      difference: major(dueMinor),
      back: major(refundable(backMinor, await paymentsFor(ctx, row))),
      kept: major(keptMinor),
      toBalance: major(toBalanceMinor),
      waived: major(waivedMinor),
      startsAt: iso(time.starts.getTime()),
      endsAt: iso(time.ends.getTime()),
      people: party.names.length,
    }
    return ctx.once((tx) => answer(tx, shown))
  }
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    await keepProposal(tx, sender, row, by, time, { ...party, share })
    return answer(tx, null)
  })
}
