import { senderOf } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { keepProposal } from './keep-proposal.ts'
import { atOtherTime } from './other-time.ts'

/** Suggests another time to the other side; the booking stands until they accept. `answer` says in the same transaction what the call answers. */
export async function proposeMove<T extends object>(
  ctx: Context,
  row: AppointmentRow,
  by: 'customer' | 'provider',
  to: { eventDate: string; finishTime: string },
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const time = await atOtherTime(ctx, row, to)
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    await keepProposal(tx, sender, row, by, time)
    return answer(tx)
  })
}
